/** The folder of the built page. */
export const pageFolder: string
/** Whether the page is missing or older than its sources. */
export function isStale(): boolean
/** Builds the page, unless it is up to date. Returns whether it was built. Throws with the build output on failure. */
export function buildPage(options?: { readonly always?: boolean }): Promise<boolean>
