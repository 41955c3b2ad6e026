/** Bundles this checkout's command line. With `ifNeeded`, only if the bundle is outdated. */
export function buildCli(options?: { readonly ifNeeded?: boolean }): Promise<void>
/** Packages that a bundle finds next to it. */
export const beside: readonly string[]
