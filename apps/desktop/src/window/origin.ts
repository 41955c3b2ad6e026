/** The page's origin. The name can never be resolved, so a request that slips through goes nowhere. */
export const ORIGIN = 'https://convene.invalid'

export const isOurs = (url: string): boolean => url === ORIGIN || url.startsWith(`${ORIGIN}/`)
export const isWeb = (url: string): boolean => /^https?:\/\//u.test(url)
