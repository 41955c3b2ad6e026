import type { RunRecord } from '../../../decision/run-record.ts'
import { topicOf } from '../../../track-record/track-record.ts'
import type { Panel } from '../setup/state.ts'

/** The record at the run's start, read for this panel's topic. */
export const knownIn = ({ known, tags = [], field }: Panel): RunRecord | undefined =>
  known && { ...known, topic: topicOf(tags, field) }
