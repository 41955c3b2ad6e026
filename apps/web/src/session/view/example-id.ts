const PREFIX = 'example-'

/** The session id of a scripted example. Stored sessions never have one like it. */
export const exampleId = (slug: string): string => `${PREFIX}${slug}`

export const isExampleId = (session: string): boolean => session.startsWith(PREFIX)
