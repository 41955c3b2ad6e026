/**
 * `node:http` and `node:https` without `import`: as an ES module, `node:http` evaluates all its exports at once, and
 * one of them loads all of `fetch`. That takes about 50 ms at every start, even if no request is sent.
 */
export const nodeHttp = (): typeof import('node:http') => process.getBuiltinModule('node:http')
export const nodeHttps = (): typeof import('node:https') => process.getBuiltinModule('node:https')
