/** Environment variables, passed in so that nothing here reads the process's own. */
export type Environment = Readonly<Record<string, string | undefined>>
