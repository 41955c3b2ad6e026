/** Whether a checkout's bundle in this folder is current: none of its sources has changed since it was built. */
export function isCurrent(bundle: string, root: string): boolean
