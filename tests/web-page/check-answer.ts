import { contract, type Route } from '@convene/protocol'

const routes = Object.values<Route>(contract).map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u'),
}))

/** How an answer to a call breaks the contract, or null. */
export function answerProblem(method: string, path: string, answer: unknown): string | null {
  const all = routes.filter((each) => each.method === method && each.pattern.test(path))
  // A literal path wins over a parameter, as on the server.
  const route = all.find((each) => each.path === path) ?? all[0]
  if (!route) return `${method} ${path}: the contract has no such call.`
  if (typeof route.response === 'string') return null
  const read = route.response.safeParse(answer)
  return read.success
    ? null
    : `${method} ${path}: ${read.error.issues.map((each) => `${each.path.join('.')}: ${each.message}`).join('; ')}`
}
