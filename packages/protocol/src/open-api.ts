import { contract } from './contract.ts'
import { bytes, pathNames, type Route, text } from './route.ts'
import { PAGE_KEY_HEADER } from './server/proof.ts'
import { Failure } from './shared.ts'
import { type Schema, SharedSchemas } from './shared-schemas.ts'

/** The contract as an OpenAPI 3.1 document. */
export function openApi(version: string): Schema {
  const shared = new SharedSchemas()
  const paths: { [path: string]: { [method: string]: Schema } } = {}
  for (const [name, route] of Object.entries(contract) as [string, Route][]) {
    const path = route.path.replaceAll(/:(\w+)/gu, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route, shared) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Convene',
      version,
      description: 'A team of AI agents on one question or job.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { cookie: [], pageKey: [] }],
    paths,
    components: {
      schemas: shared.all(),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'convene-7410' },
        pageKey: { type: 'apiKey', in: 'header', name: PAGE_KEY_HEADER },
      },
    },
  }
}

function operationOf(operationId: string, route: Route, shared: SharedSchemas): Schema {
  const { summary, status = 200 } = route
  return {
    operationId,
    summary,
    ...(route.open && { security: [] }),
    parameters: [...pathParameters(route), ...queryParameters(route, shared)],
    ...(route.body !== undefined && { requestBody: { required: true, content: bodyContent(route.body, shared) } }),
    responses: {
      [status]: { description: 'Done.', content: responseContent(route.response, shared) },
      '4XX': { description: 'Refused, with the reason.', content: json(shared.of(Failure, 'output')) },
      '5XX': { description: 'Not possible right now, with the reason.', content: json(shared.of(Failure, 'output')) },
    },
  }
}

const json = (schema: Schema): Schema => ({ 'application/json': { schema } })

const pathParameters = ({ path }: Route): readonly Schema[] =>
  pathNames(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

function queryParameters({ query }: Route, shared: SharedSchemas): readonly Schema[] {
  if (!query) return []
  const { properties = {}, required = [] } = shared.of(query, 'input') as {
    properties?: { [name: string]: Schema }
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const bodyContent = (body: NonNullable<Route['body']>, shared: SharedSchemas): Schema =>
  body === bytes
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : json(shared.of(body, 'input'))

function responseContent(response: Route['response'], shared: SharedSchemas): Schema {
  if (response === text) return { 'text/plain': { schema: { type: 'string' } } }
  if (response === bytes) return { 'image/*': { schema: { type: 'string', format: 'binary' } } }
  return json(shared.of(response, 'output'))
}
