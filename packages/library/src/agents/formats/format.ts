import type { Json } from '@convene/domain'

type Fields = { readonly [key: string]: Json }

/** Turns the front matter of another program's agent into ours; undefined if the agent is switched off there. */
export type ImportFields = (fields: Fields, file: string) => Fields | undefined

/** The agent files of another program: where a workspace keeps them, and how they are read. */
export type AgentFormat = {
  /** What `convene agents import --from` calls it. */
  readonly name: string
  readonly folders: readonly string[]
  readonly ending: string
  readonly importFields: ImportFields
}
