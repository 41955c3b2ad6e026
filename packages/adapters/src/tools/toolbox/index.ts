export { readSkills, type Skill } from '../skill/read-skills.ts'
export { type ListedTool, openToolbox, type Toolbox, type ToolboxOptions } from './open-toolbox.ts'
