/** Our own limit for the extension's size. */
export const MOST_BYTES: number
/** Creates the extension folder as it is installed: the build plus its manifest and documents. */
export function stageExtension(folder: string): Promise<void>
/** Packages a staged extension. Returns its size and file names. */
export function packExtension(
  folder: string,
  file: string,
): { readonly bytes: number; readonly names: readonly string[] }
