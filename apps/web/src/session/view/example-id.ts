const PREFIX = 'example-'

/** The id under which a recorded example is shown. No stored session has such an id. */
export const exampleId = (slug: string): string => `${PREFIX}${slug}`

export const isExampleId = (session: string): boolean => session.startsWith(PREFIX)
