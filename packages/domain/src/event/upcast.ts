import type { Json } from '../shared/json.ts'

/** One step per old shape: `upcasts[type][v]` turns data of version `v` into version `v + 1`. */
export type Upcasts = { readonly [type: string]: { readonly [from: number]: (data: Json) => Json } }

/** The steps for every type whose shape has changed. The fold only knows the newest shape. */
export const upcasts: Upcasts = {}

/** The data in the shape of version `to`. A missing step throws, or half-upcast data would be trusted. */
export function upcast(type: string, data: Json, versions: { from: number; to: number }, steps = upcasts): Json {
  let current = data
  for (let version = versions.from; version < versions.to; version += 1) {
    const step = steps[type]?.[version]
    if (!step)
      throw new Error(`${type} version ${version} cannot be read: there is no upgrade to version ${version + 1}`)
    current = step(current)
  }
  return current
}
