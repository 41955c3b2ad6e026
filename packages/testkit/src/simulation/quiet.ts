/** Everything that follows from what has happened so far has happened: no promise is left that could go on by itself. */
export const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
