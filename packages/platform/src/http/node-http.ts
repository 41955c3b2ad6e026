/**
 * `node:http` and `node:https`, not by `import`: as an ES module `node:http` reads every export at once, and one of them
 * loads the whole of `fetch`. That is about 50 ms of each start, also of one that sends no request.
 */
export const nodeHttp = (): typeof import('node:http') => process.getBuiltinModule('node:http')
export const nodeHttps = (): typeof import('node:https') => process.getBuiltinModule('node:https')
