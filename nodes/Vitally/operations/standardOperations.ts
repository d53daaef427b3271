/** The operations that most resources have. */
export { create } from './create';
export { deleteOne } from './delete';
export { get } from './get';
export { getMany } from './getMany';
export { update } from './update';
