/** Something that is made when it is first asked for, and once. */
export type Once<T> = (() => Promise<T>) & {
  /** What was made, or undefined if it was not requested or failed. */
  made(): Promise<T | undefined>
}

/** Makes it at the first call; later calls get the same. */
export function once<T>(make: () => Promise<T>): Once<T> {
  let made: Promise<T> | undefined
  const get = () => {
    made ??= make()
    return made
  }
  return Object.assign(get, { made: async () => made?.catch(() => undefined) })
}
