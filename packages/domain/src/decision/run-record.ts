import type { RunSettings } from '../event/run-settings.ts'
import { type SeatedTeam, seatsOf } from '../team/team.ts'
import { type TrackRecord, topicOf } from '../track-record/track-record.ts'

/** What a run knows about its voters when counting: the record at its start, and each voter's model. */
export type RunRecord = {
  readonly record: TrackRecord
  readonly models: { readonly [slug: string]: string }
  readonly topic: string
}

/** Undefined if no decision has been resolved yet. Then the most votes win. */
export function runRecordOf(
  { team, settings }: { readonly team: SeatedTeam; readonly settings: Pick<RunSettings, 'record'> },
  tags: readonly string[],
): RunRecord | undefined {
  if (!settings.record) return undefined
  return {
    record: settings.record,
    models: Object.fromEntries(seatsOf(team).map(({ slug, model }) => [slug, model])),
    topic: topicOf(tags),
  }
}
