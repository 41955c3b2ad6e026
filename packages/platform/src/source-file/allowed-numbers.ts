import { type core, toJSONSchema } from 'zod'
import type { KeyPath } from './positions.ts'

type Node = core.JSONSchema.BaseSchema

/** `a whole number from 1 to 100, or null`: what a schema allows if it expects a number, otherwise undefined. */
export function allowedNumbers(schema: core.$ZodType, path: KeyPath): string | undefined {
  const root = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node
  const nodes = path.reduce<readonly Node[]>(
    (around, key) => around.flatMap((node) => choices(inside(node, key), root)),
    [root],
  )
  const number = nodes.find(({ type }) => type === 'number' || type === 'integer')
  if (!number) return undefined
  return `${rangeText(number)}${nodes.some(({ type }) => type === 'null') ? ', or null' : ''}`
}

function inside(node: Node, key: string | number): Node | undefined {
  const found = typeof key === 'number' ? node.items : (node.properties?.[key] ?? node.additionalProperties)
  return typeof found === 'object' && !Array.isArray(found) ? (found as Node) : undefined
}

function choices(node: Node | undefined, root: Node): readonly Node[] {
  if (!node) return []
  const named = node.$ref && root.$defs?.[node.$ref.replace('#/$defs/', '')]
  if (named) return choices(named as Node, root)
  return node.anyOf ? (node.anyOf as Node[]).flatMap((each) => choices(each, root)) : [node]
}

function rangeText(node: Node): string {
  const kind = node.type === 'integer' ? 'a whole number' : 'a number'
  const { minimum, maximum, exclusiveMinimum } = node
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum
  const least = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum
  if (least !== undefined && most !== undefined) return `${kind} from ${least} to ${most}`
  if (least !== undefined) return `${kind}, at least ${least}`
  if (exclusiveMinimum !== undefined) return `${kind} above ${exclusiveMinimum}`
  return most === undefined ? kind : `${kind}, at most ${most}`
}
