/** The page's own scheme: no network answers it. */
export const SCHEME = 'app'
export const ORIGIN = `${SCHEME}://convene`

export const isOurs = (url: string): boolean => url === ORIGIN || url.startsWith(`${ORIGIN}/`)
export const isWeb = (url: string): boolean => /^https?:\/\//u.test(url)
/** Places of the page are in the part of its address behind `#`. */
export const addressOf = (path: string): string => `${ORIGIN}/#${path}`
