/** The page's own scheme. Windows shows it to the page as a name under `localhost`, which no network answers. */
export const SCHEME = 'app'
export const ORIGIN = `${SCHEME}://localhost`
const ours: readonly string[] = [ORIGIN, `http://${SCHEME}.localhost`, `https://${SCHEME}.localhost`]

export const isOurs = (url: string): boolean => ours.some((origin) => url === origin || url.startsWith(`${origin}/`))
/** A file that the page generated for saving. */
export const isMadeByUs = (url: string): boolean => url.startsWith('blob:') && isOurs(url.slice('blob:'.length))

export const addressOf = (path: string): string => `${ORIGIN}/#${path}`
