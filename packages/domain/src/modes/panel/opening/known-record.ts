import type { RunRecord } from '../../../decision/run-record.ts'
import { topicOf } from '../../../track-record/track-record.ts'
import type { OpeningRooms } from './state.ts'

/** The record at the run's start, read for this panel's topic. */
export const knownIn = ({ opening: { known, tags = [], field } }: OpeningRooms): RunRecord | undefined =>
  known && { ...known, topic: topicOf(tags, field) }
