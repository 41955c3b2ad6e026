/** Writes the site into a folder and returns the names of its pages. */
export function buildSite(into: string): Promise<readonly string[]>
