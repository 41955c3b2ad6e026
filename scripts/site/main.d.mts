/**
 * Writes the site into a folder and returns the names of its pages. `takeMore` takes more screenshots into the folder of
 * the pictures before the pages are written.
 */
export function buildSite(
  into: string,
  takeMore?: (pictures: string) => void | Promise<void>,
): Promise<readonly string[]>
