const MOST_PATCH = 16_000
const MORE = '\n… and more: read the files'

/** A patch as the reviewer reads it: only its beginning if it is long, and marked as cut. */
export const cutPatch = (patch: string): string =>
  patch.length > MOST_PATCH ? `${patch.slice(0, MOST_PATCH)}${MORE}` : patch

/** The whole lines of a patch that may have been cut. */
export const wholeLines = (patch: string): string =>
  patch.endsWith(MORE) ? patch.slice(0, patch.lastIndexOf('\n', patch.length - MORE.length - 1) + 1) : patch
