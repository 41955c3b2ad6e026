/** `provider/model`. The model part may contain slashes. */
export function splitName(name: string): [provider: string, model: string] {
  const slash = name.indexOf('/')
  return slash === -1 ? [name, ''] : [name.slice(0, slash), name.slice(slash + 1)]
}
