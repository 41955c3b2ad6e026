/** Environment variables, handed in so that nothing here reads the process. */
export type Environment = Readonly<Record<string, string | undefined>>
