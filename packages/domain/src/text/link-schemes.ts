/** Schemes that a link in text from outside may have. Others, such as `javascript:` and `data:`, can run something. */
export const linkSchemes: readonly string[] = ['http:', 'https:', 'mailto:']
