/**
 * Loads the code font. When it arrives, the browser computes style and layout of the whole page again. In a long
 * session, that takes longer than a frame.
 */
export const loadCodeFont = (): void => void document.fonts.load('1em "JetBrains Mono Variable"').catch(() => undefined)
