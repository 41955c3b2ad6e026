/** Where the built page is. */
export const pageFolder: string
/** Whether the page is missing, or something that it is made of is newer. */
export function isStale(): boolean
/** Builds the page, unless it is there and current; true if it was built. Throws with what the builder said. */
export function buildPage(options?: { readonly always?: boolean }): Promise<boolean>
