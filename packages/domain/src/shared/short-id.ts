/** The part of a session's id that people see: ids created together differ at their end. */
export const shortId = (id: string): string => id.slice(-8)
