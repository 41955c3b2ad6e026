import { emptyRecord, topicOf } from '../../../counting/record.ts'
import type { RunRecord } from '../../../decision/run-record.ts'
import type { OpeningRooms } from './state.ts'

/** The record at the run's start, read for this panel's topic. */
export const knownIn = ({ opening: { known, tags = [], field } }: OpeningRooms): RunRecord => ({
  record: known?.record ?? emptyRecord,
  models: known?.models ?? {},
  topic: topicOf(tags, field),
})
