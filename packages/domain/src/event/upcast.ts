import type { Json } from '../shared/json.ts'

/** One step for each old shape: `upcasts[type][v]` turns data of version `v` into version `v + 1`. */
export type Upcasts = { readonly [type: string]: { readonly [from: number]: (data: Json) => Json } }

/** The steps of every type whose shape has changed. The fold knows the newest shape only. */
export const upcasts: Upcasts = {}

/** The data in the shape of version `to`. A missing step is a damaged row: half an upcast would be believed. */
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
