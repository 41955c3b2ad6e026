/** Where the page believes to live. The name can never be looked up, so a request that slips through goes nowhere. */
export const ORIGIN = 'https://convene.invalid'

export const isOurs = (url: string): boolean => url === ORIGIN || url.startsWith(`${ORIGIN}/`)
export const isWeb = (url: string): boolean => /^https?:\/\//u.test(url)
