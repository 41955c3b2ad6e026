/** Whether the bundle in this folder of a checkout is current: what it was made of has not changed since. */
export function isCurrent(bundle: string, root: string): boolean
