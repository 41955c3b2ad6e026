import type { Result } from '@convene/domain'
import type { TeamReading } from './read-team.ts'

/** A way in which a repository stores a team, other than in Convene's own team files. */
export type TeamFormat = {
  /** Reads a folder of a workspace. Never throws: anything odd is a warning with file and line. */
  read(folder: string, workspace: string, options?: TeamFormatOptions): TeamReading
  /** Writes a team into a workspace's files, in place. Nothing is written if a file has changed since it was read. */
  write(workspace: string, team: TeamToWrite, options?: TeamFormatOptions): Result<TeamWritten>
}

export type TeamFormatOptions = {
  /** The full name of an available model, by any name that people write for it. */
  readonly modelFor?: (written: string) => string | undefined
  /** The maximum number of characters used from a member's text. */
  readonly charter?: number
}

/** A team with everything looked up, as files can store it. */
export type TeamToWrite = {
  readonly name: string
  readonly mode: string
  readonly members: readonly MemberToWrite[]
  readonly sharedContext: string
  readonly routingContext: string
}

export type MemberToWrite = {
  readonly name: string
  readonly role: string
  readonly prompt: string
  readonly model?: string | undefined
}

/** What was written. `notes` are about what was, `unsaved` lists the changes that were not, and why. */
export type TeamWritten = {
  readonly folder: string
  readonly files: readonly string[]
  /** Former members, with their folder's new place. */
  readonly alumni: readonly string[]
  readonly notes: readonly string[]
  readonly unsaved: readonly string[]
}
