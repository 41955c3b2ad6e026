import type { Course, Pace } from '../../../mode/course.ts'
import type { OpenedRun } from '../../../mode/mode.ts'
import { decisionCourse } from './decision-course.ts'
import { discussionCourse } from './discussion-course.ts'
import { estimateCourse } from './estimate-course.ts'
import type { ProtocolName } from './protocol-name.ts'

/** The calls a panel makes under each protocol, for its estimate. */
export const courses: { readonly [name in ProtocolName]: (run: OpenedRun, pace: Pace) => Course } = {
  decide: decisionCourse,
  discuss: discussionCourse,
  estimate: estimateCourse,
}
