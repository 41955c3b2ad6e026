/** Whether a host name means this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

/** Whether an address leads to a server on this machine. */
export const isLocalAddress = (address: string): boolean =>
  URL.canParse(address) && isLoopback(new URL(address).hostname)
