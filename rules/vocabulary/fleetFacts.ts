import { defineFact, PARAMS } from './factDefinition.ts';
import type { FactDefinition, ParamDefinition } from './factDefinition.ts';

const GROUP_PARAM: ParamDefinition = {
  name: 'group',
  kind: 'id',
  required: false,
  help: "Group to read; without it the driver's only group.",
  examples: ['north'],
};

const SCORE = {
  type: 'number',
  unit: 'of 100',
  minimum: 0,
  maximum: 100,
  rated: true,
  wire: 'service_score',
} as const;
const CHANGE = {
  type: 'number',
  unit: 'points',
  minimum: -100,
  maximum: 100,
  wire: 'service_score',
} as const;

/** All facts about the fleet and about groups that rules may use. */
export const FLEET_FACTS: readonly FactDefinition[] = [
  defineFact({
    ...SCORE,
    name: 'fleet.score',
    help: "The fleet's score on the UTC date of the trip's end.",
    examples: [{ operator: 'lessThan', value: 70 }],
  }),
  defineFact({
    ...CHANGE,
    name: 'fleet.score_change',
    help: "The fleet's score on the UTC date of the trip's end minus the score that many days earlier; negative is a drop.",
    params: [PARAMS.over],
    examples: [{ params: { over: '7d' }, operator: 'lessThan', value: -3 }],
  }),
  defineFact({
    ...SCORE,
    name: 'group.score',
    help: "The score of a group on the UTC date of the trip's end; without naming one it is unknown for a driver of no group or of several.",
    params: [GROUP_PARAM],
    examples: [
      { operator: 'lessThan', value: 70 },
      { params: { group: 'north' }, operator: 'lessThan', value: 70 },
    ],
  }),
  defineFact({
    ...CHANGE,
    name: 'group.score_change',
    help: "A group's score on the UTC date of the trip's end minus the score that many days earlier; negative is a drop.",
    params: [PARAMS.over, GROUP_PARAM],
    examples: [{ params: { over: '7d' }, operator: 'lessThan', value: -3 }],
  }),
];
