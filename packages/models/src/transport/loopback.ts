/** Whether a host name means this machine. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

/** Whether an address leads to a server on this machine. */
export const isLocalAddress = (address: string): boolean =>
  URL.canParse(address) && isLoopbackName(new URL(address).hostname)
