export {
  endCrowdReports,
  deleteCrowdReportsOf,
  listMutes,
  periodsOf,
  plantUsual,
  readCrowdReports,
  registerCrowdReports,
  addReportIn,
  setMuted,
  CROWD_TAG,
  type CrowdReportsDependencies,
} from './voices.ts';
export { CrowdStreams } from './streams.ts';
