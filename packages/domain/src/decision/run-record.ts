import { emptyRecord, type TrackRecord, topicOf } from '../counting/record.ts'
import type { RunSettings } from '../event/run-settings.ts'
import { type SeatedTeam, seatsOf } from '../team/team.ts'

/** What a run knows about its voters when counting: the record at its start, and each voter's model. */
export type RunRecord = {
  readonly record: TrackRecord
  readonly models: { readonly [slug: string]: string }
  readonly topic: string
}

export function runRecordOf(
  { team, settings }: { readonly team: SeatedTeam; readonly settings: Pick<RunSettings, 'record'> },
  tags: readonly string[],
): RunRecord {
  return {
    record: settings.record ?? emptyRecord,
    models: Object.fromEntries(seatsOf(team).map(({ slug, model }) => [slug, model])),
    topic: topicOf(tags),
  }
}
