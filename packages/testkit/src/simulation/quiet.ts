/** Resolves when everything triggered so far has happened: no promise is left that could continue by itself. */
export const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
