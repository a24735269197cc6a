// Loaded by Temporal's SDK by its path, on both sides of the workflow sandbox: by `require`, and into the workflow bundle.
// Words and stacks of errors then travel as a payload, which the codec encrypts; by themselves they would be plain text.
const { DefaultFailureConverter } = require('@temporalio/common');

exports.failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
