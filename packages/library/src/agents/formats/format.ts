import type { Json } from '@convene/domain'

type Fields = { readonly [key: string]: Json }

/** Converts the front matter of another program's agent to ours. Undefined if the agent is disabled there. */
export type ImportFields = (fields: Fields, file: string) => Fields | undefined

/** Another program's agent files: where a workspace keeps them, and how they are read. */
export type AgentFormat = {
  /** Its name for `convene agents import --from`. */
  readonly name: string
  readonly folders: readonly string[]
  readonly ending: string
  readonly importFields: ImportFields
}
