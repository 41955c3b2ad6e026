/** A value that is created once, on first use. */
export type Once<T> = (() => Promise<T>) & {
  /** The value, or undefined if it was not requested or failed. */
  made(): Promise<T | undefined>
}

/** Creates the value on the first call. Later calls return the same one. */
export function once<T>(make: () => Promise<T>): Once<T> {
  let made: Promise<T> | undefined
  const get = () => {
    made ??= make()
    return made
  }
  return Object.assign(get, { made: async () => made?.catch(() => undefined) })
}
