const TAG = /<(\/?)([a-z]+)[^<>]*>/g;
const VOID_TAGS = new Set(['br', 'img']);
/** Tags that count as content even without text. */
const VISIBLE_TAGS = new Set(['a', 'code', 'img']);
const BLOCK_TAGS = new Set(['p', 'div', 'ul', 'ol', 'nl', 'li']);

/** Closes open tags, and removes closing tags without an opening one and elements without content. */
export function balanceTags(html: string): string {
	const pieces: string[] = [];
	const open: Array<{ name: string; index: number }> = [];
	const openCount = new Map<string, number>();
	let lastVisible = -1;
	const addText = (text: string) => {
		if (/[^ \t\n]/.test(text)) lastVisible = pieces.length;
		pieces.push(text);
	};
	const closeLast = () => {
		const { name, index } = open.pop() ?? { name: '', index: 0 };
		openCount.set(name, (openCount.get(name) ?? 0) - 1);
		if (lastVisible >= index) pieces.push(`</${name}>`);
		else if (BLOCK_TAGS.has(name)) pieces.length = index;
		else pieces[index] = '';
		return name;
	};
	let end = 0;
	for (const { 0: tag, 1: slash, 2: name, index } of html.matchAll(TAG)) {
		if (index > end) addText(html.slice(end, index));
		end = index + tag.length;
		if (slash) {
			if (openCount.get(name)) while (closeLast() !== name);
			continue;
		}
		if (VISIBLE_TAGS.has(name)) lastVisible = pieces.length;
		if (!VOID_TAGS.has(name)) {
			open.push({ name, index: pieces.length });
			openCount.set(name, (openCount.get(name) ?? 0) + 1);
		}
		pieces.push(tag);
	}
	addText(html.slice(end));
	while (open.length > 0) closeLast();
	return pieces.join('');
}
