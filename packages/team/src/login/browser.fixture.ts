/** A minimal browser for logins: cookies per host, and redirects. */
export type Browser = {
  /** Follows redirects until a page answers or `stop` returns true for a URL. */
  open(
    url: string,
    stop?: (url: URL) => boolean,
  ): Promise<{ readonly url: URL; readonly response: Response | undefined }>
  readonly cookies: Map<string, string>
}

type Sites = { readonly [origin: string]: (request: Request) => Response | Promise<Response> }

/** `sites` answer without a port. Everything else is fetched. */
export function browser(sites: Sites): Browser {
  const cookies = new Map<string, string>()
  const send = async (url: URL): Promise<Response> => {
    const own = [...cookies].filter(([name]) => name.startsWith(`${url.host} `))
    const cookie = own.map(([name, value]) => `${name.split(' ')[1]}=${value}`).join('; ')
    const request = new Request(url, { headers: { host: url.host, cookie }, redirect: 'manual' })
    const response = await (sites[url.origin] ?? fetch)(request)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? []
      const isOver = /max-age=0\b/iu.test(line) || /expires=Thu, 01 Jan 1970/iu.test(line)
      if (isOver) cookies.delete(`${url.host} ${name}`)
      else cookies.set(`${url.host} ${name}`, value)
    }
    return response
  }
  const open: Browser['open'] = async (address, stop = () => false) => {
    let url = new URL(address)
    for (let hops = 0; hops < 20; hops += 1) {
      if (stop(url)) return { url, response: undefined }
      const response = await send(url)
      const location = response.headers.get('location')
      if (location === null) return { url, response }
      url = new URL(location, url)
    }
    throw new Error(`Too many redirects, at ${url.href}`)
  }
  return { open, cookies }
}
