/** The largest that an extension may be. */
export const MOST_BYTES: number
/** Lays out the extension as it is installed: what is built, and what describes it. */
export function stageExtension(folder: string): Promise<void>
/** Packs a staged extension, and answers with the size and the names of what is in it. */
export function packExtension(
  folder: string,
  file: string,
): { readonly bytes: number; readonly names: readonly string[] }
