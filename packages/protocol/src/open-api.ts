import { z } from 'zod'
import { contract } from './contract.ts'
import { bytes, pathNames, type Route, text } from './route.ts'
import { PAGE_KEY_HEADER } from './server/proof.ts'
import { Failure } from './shared.ts'

type Schema = { readonly [key: string]: unknown }

/** The contract as an OpenAPI 3.1 document. */
export function openApi(version: string): Schema {
  const paths: { [path: string]: { [method: string]: Schema } } = {}
  for (const [name, route] of Object.entries(contract) as [string, Route][]) {
    const path = route.path.replaceAll(/:(\w+)/gu, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Convene', version, description: 'A team of AI agents on one question or job.' },
    security: [{ token: [] }, { cookie: [], pageKey: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'convene-7410' },
        pageKey: { type: 'apiKey', in: 'header', name: PAGE_KEY_HEADER },
      },
    },
  }
}

function operationOf(operationId: string, route: Route): Schema {
  const { summary, status = 200 } = route
  return {
    operationId,
    summary,
    ...(route.open && { security: [] }),
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.body !== undefined && { requestBody: { required: true, content: bodyContent(route.body) } }),
    responses: {
      [status]: { description: 'Done.', content: responseContent(route.response) },
      default: { description: 'Refused, with the reason.', content: json(schemaOf(Failure, 'output')) },
    },
  }
}

const json = (schema: Schema): Schema => ({ 'application/json': { schema } })

const pathParameters = ({ path }: Route): readonly Schema[] =>
  pathNames(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

function queryParameters({ query }: Route): readonly Schema[] {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
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

const bodyContent = (body: NonNullable<Route['body']>): Schema =>
  body === bytes
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : json(schemaOf(body, 'input'))

function responseContent(response: Route['response']): Schema {
  if (response === text) return { 'text/plain': { schema: { type: 'string' } } }
  if (response === bytes) return { 'image/*': { schema: { type: 'string', format: 'binary' } } }
  return json(schemaOf(response, 'output'))
}

/** Shared shapes are written where they are used: a document without references is read by every tool. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  return rest
}
