// Made by `npm run console:schema` from the API's description.
export interface paths {
    "/a/{signed}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the answer page of an incident, linked from e-mails
         * @description Opening the page changes nothing, because mail scanners open links.
         */
        get: operations["answerPage"];
        put?: never;
        /** Answer an incident by the form of that page */
        post: operations["answerByPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alarms: problems of the whole fleet
         * @description For the role `viewer` and above.
         */
        get: operations["listAlarms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description For the role `viewer` and above.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an alert with its deliveries
         * @description For the role `viewer` and above.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description For the role `viewer` and above.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/backfills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List backfills
         * @description For the role `viewer` and above.
         */
        get: operations["listBackfills"];
        put?: never;
        /**
         * Start a backfill: fetch a range of history (drivers, trips, scores)
         * @description It runs in the background; its address answers the progress. Stored data stays unchanged. One runs at a time. For the role `admin` and above.
         */
        post: operations["startBackfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/backfills/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a backfill: its progress, and what could not be fetched
         * @description For the role `viewer` and above.
         */
        get: operations["getBackfill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/backfills/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a backfill
         * @description Stored data stays; another backfill fetches what is missing. A finished backfill is not changed. For the role `admin` and above.
         */
        post: operations["cancelBackfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List back-tests, without their results
         * @description For the role `viewer` and above.
         */
        get: operations["listBacktests"];
        put?: never;
        /**
         * Back-test a rule on the stored trips of a range
         * @description Nothing is sent. It runs in the background; its address answers progress and result. For the role `editor` and above.
         */
        post: operations["startBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/backtests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a back-test: its progress and result
         * @description For the role `viewer` and above.
         */
        get: operations["getBacktest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/backtests/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a back-test
         * @description A finished back-test is not changed. For the role `editor` and above.
         */
        post: operations["cancelBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/conditions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conditions
         * @description For the role `viewer` and above.
         */
        get: operations["listConditions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/conditions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a condition: the published version and the draft
         * @description For the role `viewer` and above.
         */
        get: operations["getCondition"];
        /**
         * Save a draft
         * @description The draft has no effect until it is published. Defaults are filled in. For the role `editor` and above.
         */
        put: operations["putCondition"];
        post?: never;
        /**
         * Retire a condition
         * @description It has no effect any more; the history stays, and a rollback restores it. For the role `editor` and above.
         */
        delete: operations["retireCondition"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/conditions/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a draft
         * @description Without a new draft, the answer is the published version. For the role `editor` and above.
         */
        post: operations["publishCondition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/conditions/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back: publish an earlier version again, as a new one
         * @description For the role `editor` and above.
         */
        post: operations["rollBackCondition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/conditions/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of a condition
         * @description For the role `viewer` and above.
         */
        get: operations["listConditionVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/conditions/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON Schema of a shared condition, for editors
         * @description Includes the fleet’s groups and driver attributes for completion. For the role `viewer` and above.
         */
        get: operations["fleetConditionSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/conditions/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a condition without saving it
         * @description For the role `viewer` and above.
         */
        post: operations["validateCondition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show coverage: trips known to the service and trips evaluated, by date
         * @description For the role `viewer` and above.
         */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List malformed notifications, once per content
         * @description For the role `viewer` and above.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/dead-letters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a dead letter with its body, which may contain positions
         * @description For the role `viewer` and above.
         */
        get: operations["getDeadLetter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deletions
         * @description For the role `viewer` and above.
         */
        get: operations["listDeletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/deletions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a deletion
         * @description For the role `viewer` and above.
         */
        get: operations["getDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/deletions/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a deletion
         * @description If it cannot be started now (503, with `state`), it starts automatically as soon as Temporal is available, or when it is approved again. For the role `admin` and above.
         */
        post: operations["approveDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/deletions/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a deletion
         * @description For the role `admin` and above.
         */
        post: operations["rejectDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/deletions/{id}/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the trip as the service sent it before it was deleted, positions included
         * @description Available from the request on. It stays after the trip is deleted. For the role `admin` and above.
         */
        get: operations["getDeletionSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description For the role `viewer` and above.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/digests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List digests
         * @description For the role `viewer` and above. Tokens that are limited to groups may also use it, and see the data of their groups.
         */
        get: operations["listDigests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/digests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a digest: the published version and the draft
         * @description For the role `viewer` and above. Tokens that are limited to groups may also use it, and see the data of their groups.
         */
        get: operations["getDigest"];
        /**
         * Save a draft
         * @description The draft has no effect until it is published. Defaults are filled in. For the role `editor` and above.
         */
        put: operations["putDigest"];
        post?: never;
        /**
         * Retire a digest
         * @description It has no effect any more; the history stays, and a rollback restores it. For the role `editor` and above.
         */
        delete: operations["retireDigest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/digests/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a digest
         * @description A page for a browser, which asks for a login: any name, an API token as the password; or JSON, with `Accept: application/json`, for a bearer token. Requested again within ten minutes, it is the same one. For the role `viewer` and above. Tokens that are limited to groups may also use it, and see the data of their groups.
         */
        get: operations["previewDigest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/digests/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a draft
         * @description Without a new draft, the answer is the published version. For the role `editor` and above.
         */
        post: operations["publishDigest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/digests/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back: publish an earlier version again, as a new one
         * @description For the role `editor` and above.
         */
        post: operations["rollBackDigest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/digests/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a digest, with recipients and outcomes
         * @description Includes refusals of mail servers, and digests that were retired. For the role `viewer` and above. Tokens that are limited to groups may also use it, and see the data of their groups.
         */
        get: operations["listDigestRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/digests/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a digest now
         * @description For the last complete period, or an earlier one that is named by its last date. With `to`, it is sent to these recipients only. The schedule does not change: the next scheduled digest is sent when due. For the role `editor` and above.
         */
        post: operations["sendDigest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/digests/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of a digest
         * @description For the role `viewer` and above.
         */
        get: operations["listDigestVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/digests/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON Schema of a digest, for editors
         * @description Includes the fleet’s groups and driver attributes for completion. For the role `viewer` and above.
         */
        get: operations["fleetDigestSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/digests/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a digest without saving it
         * @description For the role `viewer` and above.
         */
        post: operations["validateDigest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/drivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drivers with their records
         * @description The directory’s drivers, and those of whom groups or readings are stored. For the role `viewer` and above.
         */
        get: operations["listDrivers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/drivers/{driver_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a driver’s record, and where each field comes from
         * @description For the role `viewer` and above.
         */
        get: operations["getDriver"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/drivers/{driver_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a driver’s data
         * @description Erasing runs in the background; the returned address shows its state. A repeated call returns the same erasure request while that runs, and for a minute after it ended unless new data of the driver was stored; later calls start a new one. Kept: the erasure request itself (who, why) and tombstones (hashes) that keep erased data from being stored again. A driver of whom nothing is stored, and who was not erased before, is refused. With `dry_run`, the answer has the counts of what would be removed, and what is open. For the role `admin` and above.
         */
        post: operations["eraseDriver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/drivers/{driver_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a driver’s data
         * @description One JSON object a line, each with its `kind`, as it was at one moment. A driver of whom nothing is stored is refused. The first line is of kind `export`, with the fleet’s name, zone and language; the last one, of kind `end`, counts the others: without it, the answer is incomplete. For the role `admin` and above.
         */
        get: operations["exportDriver"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/drivers/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a directory of drivers, as CSV or JSON
         * @description All drivers are imported, or none. CSV needs the content type `text/csv`; its first line names the columns. A field that is not named is unchanged; an empty one is cleared. At most 16777216 bytes. For the role `admin` and above.
         */
        post: operations["importDrivers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasure requests
         * @description For the role `admin` and above.
         */
        get: operations["listErasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an erasure request
         * @description For the role `admin` and above.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/escalation-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List escalation policies
         * @description For the role `viewer` and above.
         */
        get: operations["listEscalationPolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/escalation-policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a escalation policy: the published version and the draft
         * @description For the role `viewer` and above.
         */
        get: operations["getEscalationPolicy"];
        /**
         * Save a draft
         * @description The draft has no effect until it is published. Defaults are filled in. For the role `editor` and above.
         */
        put: operations["putEscalationPolicy"];
        post?: never;
        /**
         * Retire a escalation policy
         * @description It has no effect any more; the history stays, and a rollback restores it. For the role `editor` and above.
         */
        delete: operations["retireEscalationPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/escalation-policies/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview who is notified of an incident, and when
         * @description Nothing is sent. Rotations are resolved at the time of each page. For the role `viewer` and above.
         */
        get: operations["previewEscalationPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/escalation-policies/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a draft
         * @description Without a new draft, the answer is the published version. For the role `editor` and above.
         */
        post: operations["publishEscalationPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/escalation-policies/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back: publish an earlier version again, as a new one
         * @description For the role `editor` and above.
         */
        post: operations["rollBackEscalationPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/escalation-policies/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of a escalation policy
         * @description For the role `viewer` and above.
         */
        get: operations["listEscalationPolicyVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/escalation-policies/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON Schema of an escalation policy, for editors
         * @description For the role `viewer` and above.
         */
        get: operations["fleetEscalationPolicySchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/escalation-policies/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a escalation policy without saving it
         * @description For the role `viewer` and above.
         */
        post: operations["validateEscalationPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch a fleet: a stream of state changes
         * @description Server-sent events. `event` is `incident`, `alert`, `delivery` or `alarm`, and `data` has `kind`, `id` and `state`, nothing else: read the item for more. An alarm’s id is its kind, or `kind/subject`; its state is `open` or `resolved`. An incident is announced at every change of it, also of its notes. `reset` (data `{"kind":"reset"}`): events were missed that are not stored any more, so read everything again. Events are stored for a day. Open the stream first and read lists then, so that nothing is missed between. A reader that is too slow is disconnected, and resumes where it was; so does one whose server stops. The stream ends within 5 seconds when its token stops being valid. For the role `viewer` and above.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show feedback by rule and week: confirmed, false and unanswered alerts, and response times
         * @description An item counts in the week in which it began. Without a range: the last eight weeks. Dates are whole days in the fleet’s time zone. For the role `viewer` and above.
         */
        get: operations["getFeedback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incidents
         * @description For the role `viewer` and above.
         */
        get: operations["listIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an incident with its alerts and timeline
         * @description For the role `viewer` and above.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/incidents/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an incident
         * @description Nobody else is paged. The assignee may acknowledge again, which restarts the policy’s `repage_after`. Of several concurrent answers, the first wins. For the role `editor` and above.
         */
        post: operations["acknowledgeIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/incidents/{id}/escalate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Escalate an incident: run the next step now
         * @description An acknowledged incident is open again; later steps run correspondingly earlier. After the last step, its recipients are notified again. Of several concurrent answers, the first wins. For the role `editor` and above.
         */
        post: operations["escalateIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/incidents/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a note to an incident
         * @description In any state. A note of the assignee restarts `repage_after`. Of several concurrent answers, the first wins. For the role `editor` and above.
         */
        post: operations["noteIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/incidents/{id}/reassign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reassign an incident
         * @description Escalation of an open incident continues until someone acknowledges it. An e-mail address, a Slack id or a person of a published rotation is paged; otherwise nobody is notified, and `notified` of the entry is empty. Of several concurrent answers, the first wins. For the role `editor` and above.
         */
        post: operations["reassignIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/incidents/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen a resolved incident
         * @description Escalation starts again at the first step, with the same version of the policy. Of several concurrent answers, the first wins. For the role `editor` and above.
         */
        post: operations["reopenIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/incidents/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an incident
         * @description With a disposition. Of several concurrent answers, the first wins. For the role `editor` and above.
         */
        post: operations["resolveIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/incidents/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Snooze an incident: acknowledge it for some minutes
         * @description Then it is open again, and the newest step that notified someone is repeated. Snoozing again replaces the time. Acknowledging ends the snooze, also by someone else, who becomes the assignee. Of several concurrent answers, the first wins. For the role `editor` and above.
         */
        post: operations["snoozeIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications
         * @description For the role `viewer` and above.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages in the outbox, stored instead of sent
         * @description Links that act in a recipient’s name are shown to editors and admins only; for other roles they are removed. For the role `viewer` and above.
         */
        get: operations["listOutbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/outbox/{id}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the picture of a message
         * @description For the role `viewer` and above.
         */
        get: operations["getOutboxPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rotations
         * @description For the role `viewer` and above.
         */
        get: operations["listRotations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rotations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a rotation: the published version and the draft
         * @description For the role `viewer` and above.
         */
        get: operations["getRotation"];
        /**
         * Save a draft
         * @description The draft has no effect until it is published. Defaults are filled in. For the role `editor` and above.
         */
        put: operations["putRotation"];
        post?: never;
        /**
         * Retire a rotation
         * @description It has no effect any more; the history stays, and a rollback restores it. For the role `editor` and above.
         */
        delete: operations["retireRotation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rotations/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a draft
         * @description Without a new draft, the answer is the published version. For the role `editor` and above.
         */
        post: operations["publishRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rotations/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back: publish an earlier version again, as a new one
         * @description For the role `editor` and above.
         */
        post: operations["rollBackRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rotations/{id}/shifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List shifts, overrides included
         * @description For the role `viewer` and above.
         */
        get: operations["getRotationShifts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rotations/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of a rotation
         * @description For the role `viewer` and above.
         */
        get: operations["listRotationVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rotations/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON Schema of a rotation, for editors
         * @description For the role `viewer` and above.
         */
        get: operations["fleetRotationSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rotations/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a rotation without saving it
         * @description For the role `viewer` and above.
         */
        post: operations["validateRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recipient routes
         * @description For the role `viewer` and above.
         */
        get: operations["listRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/routes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a recipient route: the published version and the draft
         * @description For the role `viewer` and above.
         */
        get: operations["getRoute"];
        /**
         * Save a draft
         * @description The draft has no effect until it is published. Defaults are filled in. For the role `editor` and above.
         */
        put: operations["putRoute"];
        post?: never;
        /**
         * Retire a recipient route
         * @description It has no effect any more; the history stays, and a rollback restores it. For the role `editor` and above.
         */
        delete: operations["retireRoute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/routes/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview who a recipient route stands for
         * @description Nothing is sent. Groups and driver records are taken as they are stored. For the role `viewer` and above.
         */
        get: operations["previewRoute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/routes/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a draft
         * @description Without a new draft, the answer is the published version. For the role `editor` and above.
         */
        post: operations["publishRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/routes/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back: publish an earlier version again, as a new one
         * @description For the role `editor` and above.
         */
        post: operations["rollBackRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/routes/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of a recipient route
         * @description For the role `viewer` and above.
         */
        get: operations["listRouteVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/routes/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON Schema of a recipient route, for editors
         * @description Includes the fleet’s groups and driver attributes for completion. For the role `viewer` and above.
         */
        get: operations["fleetRouteSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/routes/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a recipient route without saving it
         * @description For the role `viewer` and above.
         */
        post: operations["validateRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rules
         * @description For the role `viewer` and above.
         */
        get: operations["listRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a rule: the published version and the draft
         * @description For the role `viewer` and above.
         */
        get: operations["getRule"];
        /**
         * Save a draft
         * @description The draft has no effect until it is published. Defaults are filled in. For the role `editor` and above.
         */
        put: operations["putRule"];
        post?: never;
        /**
         * Retire a rule
         * @description It has no effect any more; the history stays, and a rollback restores it. For the role `editor` and above.
         */
        delete: operations["retireRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rules/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a draft
         * @description Without a new draft, the answer is the published version. For the role `editor` and above.
         */
        post: operations["publishRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rules/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back: publish an earlier version again, as a new one
         * @description For the role `editor` and above.
         */
        post: operations["rollBackRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rules/{id}/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the draft on trial with the published version
         * @description For the role `viewer` and above.
         */
        get: operations["getTrial"];
        put?: never;
        /**
         * Start a trial: run the draft in shadow beside the published version
         * @description It is evaluated and recorded, and sends nothing. Started again with a changed draft, the trial begins again. For the role `editor` and above.
         */
        post: operations["startTrial"];
        /**
         * End the trial
         * @description The draft stays, to be published or changed. For the role `editor` and above.
         */
        delete: operations["endTrial"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rules/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of a rule
         * @description For the role `viewer` and above.
         */
        get: operations["listRuleVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rules/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON Schema of a rule, for editors
         * @description Includes the fleet’s groups, driver attributes and escalation policies for completion. For the role `viewer` and above.
         */
        get: operations["fleetRuleSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/rules/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a rule without saving it
         * @description For the role `viewer` and above.
         */
        post: operations["validateRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the settings document: the published version and the draft
         * @description For the role `viewer` and above.
         */
        get: operations["getSettings"];
        /**
         * Save a draft
         * @description The draft has no effect until it is published. Defaults are filled in. For the role `admin` and above.
         */
        put: operations["putSettings"];
        post?: never;
        /**
         * Retire the settings document
         * @description The defaults apply again; the history stays, and a rollback restores it. For the role `admin` and above.
         */
        delete: operations["retireSettings"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/settings/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a draft
         * @description Without a new draft, the answer is the published version. For the role `admin` and above.
         */
        post: operations["publishSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/settings/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back: publish an earlier version again, as a new one
         * @description For the role `admin` and above.
         */
        post: operations["rollBackSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/settings/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON Schema of settings, for editors
         * @description Includes the fleet’s driver attributes for completion. For the role `viewer` and above.
         */
        get: operations["fleetSettingsSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/settings/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate the settings document without saving it
         * @description For the role `viewer` and above.
         */
        post: operations["validateSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/settings/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of the settings document
         * @description For the role `viewer` and above.
         */
        get: operations["listSettingsVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/silences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List silences
         * @description For the role `viewer` and above.
         */
        get: operations["listSilences"];
        put?: never;
        /**
         * Create a silence
         * @description It applies from the next evaluated trip. An alert must match every scope named; without any, the whole fleet is silenced. A silenced alert is recorded with the reason `silenced`. A rule or a group that does not exist is refused. A driver of whom nothing is stored is accepted, because a silence may come before the first trip: `warnings` names it. For the role `editor` and above.
         */
        post: operations["createSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/silences/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a silence
         * @description For the role `viewer` and above.
         */
        get: operations["getSilence"];
        put?: never;
        post?: never;
        /**
         * End a silence early
         * @description It stays recorded, with who ended it and why (in the query, or in a body where a client can send one with DELETE). A finished one stays unchanged. Only an admin ends a silence that someone else created and that affects a rule which deletes trips. For the role `editor` and above.
         */
        delete: operations["endSilence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/simulations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a rule on one trip; nothing is sent
         * @description The request is stored until it is answered; the newest 200 answers of a fleet are stored. For the role `viewer` and above.
         */
        post: operations["simulate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/simulations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a simulation or replay
         * @description For the role `viewer` and above.
         */
        get: operations["getSimulation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service tokens and personal tokens
         * @description Never their secrets. Service tokens are configured, and when they were used is not stored. For the role `admin` and above.
         */
        get: operations["listTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a personal token of the fleet
         * @description A service token is removed from the configuration. For the role `admin` and above.
         */
        delete: operations["deleteToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/trips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trips
         * @description For the role `viewer` and above.
         */
        get: operations["listTrips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/trips/{driver_id}/{trip_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain a trip: its decision with the trace of every rule, and its deliveries
         * @description For the role `viewer` and above.
         */
        get: operations["getTrip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/trips/{driver_id}/{trip_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a trip: read and evaluate it again
         * @description Without effects, nothing is stored or sent. With effects, the trip is stored as its next revision, and deliveries that were not sent are sent. For the role `admin` and above.
         */
        post: operations["replayTrip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people who signed in
         * @description For the role `admin` and above.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/users/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a user out of the fleet
         * @description At once: their sessions and personal tokens open nothing of this fleet, and a sign-in does not change that. Other fleets are not affected. For the role `admin` and above.
         */
        post: operations["disableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/users/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a disabled user in again
         * @description With the role of their newest sign-in. For the role `admin` and above.
         */
        post: operations["enableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/users/{id}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all sessions of a user
         * @description They may sign in again. Personal tokens stay valid. For the role `admin` and above.
         */
        post: operations["signOutUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/webhook-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the secret with which a receiver verifies this fleet’s webhooks
         * @description Each receiver, by its origin, has a separate secret for each fleet. Showing it is recorded in the audit log. For the role `admin` and above.
         */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleets/{fleet}/webhook-secrets/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a receiver
         * @description The previous secret also signs for 24 hours, so that the receiver can switch. For the role `admin` and above.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show who is signed in, and what they may do in which fleet */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Ends every session of the person, or of the service token. Personal tokens stay valid.
         */
        delete: operations["endMySessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your personal tokens */
        get: operations["listMyTokens"];
        put?: never;
        /**
         * Make a personal token
         * @description It is shown once. It never may more than you may at that time, lives at most 90 days, and opens nothing while you are disabled or have not signed in for 30 days. Only a person who signed in makes one.
         */
        post: operations["createMyToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a personal token of yours */
        delete: operations["deleteMyToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/condition.schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of a shared condition, for editors */
        get: operations["conditionSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/d/{signed}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a digest that was sent, linked from its messages */
        get: operations["digestPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/digest.schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of a digest, for editors */
        get: operations["digestSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/escalation-policy.schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of an escalation policy, for editors */
        get: operations["escalationPolicySchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Liveness check */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metrics in Prometheus’ text format */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["openApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the outbox: messages stored instead of sent */
        get: operations["outboxPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/outbox/{id}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of a message on the page */
        get: operations["outboxPagePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness check: the database and Temporal
         * @description Webhooks need Temporal only. Behind a load balancer use `/healthz`, so that they are still accepted while the database is unavailable.
         */
        get: operations["readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rotation.schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of a rotation, for editors */
        get: operations["rotationSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/route.schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of a recipient route, for editors */
        get: operations["routeSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rule.schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of a rule, for editors */
        get: operations["ruleSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with an admin’s service token
         * @description So that an outage of the identity provider locks nobody out. The session acts in the token’s name, and is over when the token is no longer configured. Recorded in the audit log.
         */
        post: operations["beginSession"];
        /** Sign out */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings.schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of settings, for editors */
        get: operations["settingsSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Go to an identity provider to sign in */
        get: operations["beginSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/{provider}/backchannel-logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the sessions that an identity provider signs out
         * @description OpenID Connect Back-Channel Logout 1.0. The logout token’s signature is the credential; each is accepted once.
         */
        post: operations["backchannelLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Come back from an identity provider */
        get: operations["finishSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/once/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in to the sandbox with the link that `tripline dev` printed
         * @description In the sandbox only, on the machine itself, and once. With an analytics service it is a 404.
         */
        get: operations["signInOnce"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the identity providers that sign people in */
        get: operations["listSignInProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/slack/interactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a button press from Slack
         * @description Signed by Slack with the app’s signing secret, over the raw bytes, at most five minutes ago. Answered once it is stored; a repeated press changes nothing. Who may see the message may press: the channel’s members approve deletions too.
         */
        post: operations["slackInteraction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/t/{signed}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the page of a trip, linked from messages */
        get: operations["tripPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/u/{signed}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the page to unsubscribe from a digest
         * @description Opening the page changes nothing, because mail scanners open links.
         */
        get: operations["unsubscribePage"];
        put?: never;
        /** Unsubscribe one address from a digest, also by one click (RFC 8058) */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{fleet}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a notification from the analytics service
         * @description Any content type; a JSON string that holds JSON is unwrapped once; gzip, deflate and br are unpacked. The token is in the path, or is the Basic password with any user. Answered once Temporal holds the trip’s workflow.
         */
        post: operations["postNotificationBasic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{fleet}/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a notification from the analytics service
         * @description Any content type; a JSON string that holds JSON is unwrapped once; gzip, deflate and br are unpacked. The token is in the path, or is the Basic password with any user. Answered once Temporal holds the trip’s workflow.
         */
        post: operations["postNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Alarm: {
            /** @example analytics_unauthorised */
            kind: string;
            /** Format: date-time */
            last_seen_at: string;
            /** @description The problem and what to do. */
            message: string;
            open: boolean;
            /** Format: date-time */
            raised_at: string;
            /** Format: date-time */
            resolved_at?: string;
            subject?: string;
        };
        Alert: {
            /** Format: date-time */
            at: string;
            /** @description The silence’s id, the rule that suppresses it, the time of the last alert (throttle), the budget, what resolved it. */
            detail?: string;
            driver_id: string;
            /** @description The driver’s name, from the driver record; absent: none is known. */
            driver_name?: string;
            id: string;
            reason?: string;
            rule: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            /**
             * @description raised: sent; held: sent later; stopped: not sent, see `reason`.
             * @enum {string}
             */
            state: "raised" | "held" | "stopped";
            trip_id: string;
            version: number;
        };
        AlertWithDeliveries: {
            /** Format: date-time */
            at: string;
            deliveries: components["schemas"]["Delivery"][];
            /** @description The silence’s id, the rule that suppresses it, the time of the last alert (throttle), the budget, what resolved it. */
            detail?: string;
            driver_id: string;
            /** @description The driver’s name, from the driver record; absent: none is known. */
            driver_name?: string;
            id: string;
            reason?: string;
            rule: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            /**
             * @description raised: sent; held: sent later; stopped: not sent, see `reason`.
             * @enum {string}
             */
            state: "raised" | "held" | "stopped";
            trip_id: string;
            version: number;
        };
        AuditEntry: {
            /** @example rule.published */
            action: string;
            /** Format: date-time */
            at: string;
            /** @description The person named in the request. */
            by?: string;
            details?: {
                [key: string]: unknown;
            };
            id: string;
            subject_id: string;
            subject_type: string;
            /** @description Name of the token; `tripline` for automatic actions. */
            who: string;
            why?: string;
        };
        Backfill: {
            alerts: boolean;
            /** @description Calls to the service; at least this many. */
            calls: number;
            /** Format: date-time */
            created_at: string;
            error?: string;
            /** Format: date-time */
            finished_at?: string;
            /** Format: date */
            from: string;
            id: string;
            /** @description The first items that could not be fetched; another backfill requests them again. */
            problems: {
                driver_id: string;
                message: string;
                trip_id?: string;
            }[];
            progress: {
                drivers: {
                    done: number;
                    /** @description Absent until all of them are known. */
                    total?: number;
                };
                /** @enum {string} */
                phase: "drivers" | "trips" | "readings" | "over";
                problems: number;
                readings: {
                    stored: number;
                    /**
                     * Format: date
                     * @description Scores up to this date are stored.
                     */
                    until?: string;
                };
                trips: {
                    /** @description Listed by the service. */
                    found: number;
                    /** @description Stored or deleted before, or gone. */
                    skipped: number;
                    stored: number;
                };
            };
            /** Format: date-time */
            started_at?: string;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "failed" | "cancelled";
            /** Format: date */
            to: string;
            /** @description Why it is waiting. */
            waiting_for?: string;
            who: string;
        };
        Backtest: {
            /** Format: date-time */
            created_at: string;
            error?: string;
            /** Format: date-time */
            finished_at?: string;
            /** Format: date */
            from: string;
            id: string;
            progress: {
                trips_done: number;
                /** @description Absent until counted. */
                trips_total?: number;
            };
            /** @description Present when done. */
            result?: {
                days: components["schemas"]["BacktestDay"][];
                /** @description Trips with an alert: by this version, by the published one, by both. */
                difference?: {
                    both: number;
                    examples: {
                        both: components["schemas"]["BacktestExample"][];
                        only_new: components["schemas"]["BacktestExample"][];
                        only_old: components["schemas"]["BacktestExample"][];
                    };
                    only_new: number;
                    only_old: number;
                };
                drivers: {
                    alerts: number;
                    driver_id: string;
                    matches: number;
                    messages: number;
                }[];
                drivers_matched: number;
                examples: components["schemas"]["BacktestExample"][];
                /** Format: date */
                from: string;
                hours: {
                    alerts: number;
                    hour: number;
                    messages: number;
                }[];
                notes: string[];
                published?: {
                    /** @description The versions of the shared conditions that the rule uses; 0: as given in the request. */
                    conditions?: {
                        id: string;
                        version: number;
                    }[];
                    id: string;
                    /** @enum {string} */
                    mode: "off" | "shadow" | "live";
                    name: string;
                    /** @enum {string} */
                    severity: "info" | "warning" | "critical";
                    totals: components["schemas"]["BacktestTotals"];
                    /** @description 0: a draft. */
                    version: number;
                };
                receivers: {
                    /** @enum {string} */
                    action: "slack" | "email" | "webhook" | "escalate" | "delete_trip";
                    grouped: number;
                    held: number;
                    messages: number;
                    receiver: string;
                }[];
                rivals: {
                    /** @enum {string} */
                    because: "suppresses" | "shares_receiver";
                    rule: string;
                    version: number;
                }[];
                rule: {
                    /** @description The versions of the shared conditions that the rule uses; 0: as given in the request. */
                    conditions?: {
                        id: string;
                        version: number;
                    }[];
                    id: string;
                    /** @enum {string} */
                    mode: "off" | "shadow" | "live";
                    name: string;
                    /** @enum {string} */
                    severity: "info" | "warning" | "critical";
                    /** @description 0: a draft. */
                    version: number;
                };
                timezone: string;
                /** Format: date */
                to: string;
                totals: components["schemas"]["BacktestTotals"];
                trips: {
                    evaluated: number;
                    failed: number;
                    /** @description Deleted or gone. */
                    left_out: number;
                    matched: number;
                    not_matched: number;
                    /** @description Could not be decided: a fact was not known. */
                    unknown: number;
                };
                unknown: {
                    because: string;
                    /** @description Absent if its driver was erased. */
                    example?: {
                        /**
                         * Format: date-time
                         * @description The trip’s end.
                         */
                        at: string;
                        detail?: string;
                        driver_id: string;
                        /** @description `alert`, or the reason that stopped it. */
                        outcome?: string;
                        sentence?: string;
                        trip_id: string;
                    };
                    fact: string;
                    trips: number;
                }[];
            };
            rule: string;
            /** Format: date-time */
            started_at?: string;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "failed" | "cancelled";
            /** Format: date */
            to: string;
            /** @description 0: a draft. */
            version: number;
            who: string;
        };
        BacktestDay: {
            /** @description Of these, notices and summaries of exhausted budgets. */
            about_budget: number;
            /** @description Matches that are sent. */
            alerts: number;
            /** Format: date */
            date: string;
            /** @description Of these, grouped into another rule’s message. */
            grouped: number;
            /** @description Of these, held until quiet hours or the window of a batch end. */
            held: number;
            /** @description Trips that the rule matched. */
            matches: number;
            /** @description Slack messages, e-mails and webhooks. */
            messages: number;
            /**
             * @description By reason, such as `throttled`.
             * @example {
             *       "throttled": 12,
             *       "over_budget": 3
             *     }
             */
            stopped: {
                [key: string]: number;
            };
            trips: number;
        };
        BacktestExample: {
            /**
             * Format: date-time
             * @description The trip’s end.
             */
            at: string;
            detail?: string;
            driver_id: string;
            /** @description `alert`, or the reason that stopped it. */
            outcome?: string;
            sentence?: string;
            trip_id: string;
        };
        BacktestTotals: {
            /** @description Of these, notices and summaries of exhausted budgets. */
            about_budget: number;
            /** @description Matches that are sent. */
            alerts: number;
            /** @description Of these, grouped into another rule’s message. */
            grouped: number;
            /** @description Of these, held until quiet hours or the window of a batch end. */
            held: number;
            /** @description Trips that the rule matched. */
            matches: number;
            /** @description Slack messages, e-mails and webhooks. */
            messages: number;
            /**
             * @description By reason, such as `throttled`.
             * @example {
             *       "throttled": 12,
             *       "over_budget": 3
             *     }
             */
            stopped: {
                [key: string]: number;
            };
        };
        /**
         * Tripline shared condition
         * @description Conditions that several rules share by name.
         */
        Condition: {
            /** @description Location of the schema, for editors. */
            $schema?: string;
            conditions: components["schemas"]["Condition"]["$defs"]["RuleConditions"];
            /** @description What the condition is for. */
            description?: string;
            /**
             * @description Id of the condition, as rules name it.
             * @example at-night
             */
            id: string;
            /**
             * @description Name of the condition.
             * @example At night
             */
            name: string;
            $defs: {
                /** @description all, any or not, nested as needed. */
                RuleConditions: {
                    /** @description True when every condition is true. */
                    all: components["schemas"]["Condition"]["$defs"]["RuleCondition"][];
                    /** @description Your own name for it: templates use facts['name']. */
                    name?: string;
                    /** @description Order of evaluation, highest first; it changes no result. */
                    priority?: number;
                } | {
                    /** @description True when at least one condition is true. */
                    any: components["schemas"]["Condition"]["$defs"]["RuleCondition"][];
                    /** @description Your own name for it: templates use facts['name']. */
                    name?: string;
                    /** @description Order of evaluation, highest first; it changes no result. */
                    priority?: number;
                } | {
                    /** @description Your own name for it: templates use facts['name']. */
                    name?: string;
                    /** @description True when the condition is false; unknown stays unknown. */
                    not: components["schemas"]["Condition"]["$defs"]["RuleCondition"];
                    /** @description Order of evaluation, highest first; it changes no result. */
                    priority?: number;
                } | {
                    /** @description Id of a shared condition: a document of its own, with id, name and conditions. */
                    condition: string;
                    /** @description Your own name for it: templates use facts['name']. */
                    name?: string;
                    /** @description Order of evaluation, highest first; it changes no result. */
                    priority?: number;
                };
                /** @description A comparison, or a group of conditions. */
                RuleCondition: components["schemas"]["Condition"]["$defs"]["RuleComparison"] | components["schemas"]["Condition"]["$defs"]["RuleConditions"];
                /**
                 * @description A comparison of a fact with a value or with another fact.
                 * @example {
                 *       "fact": "trip.distance_km",
                 *       "operator": "greaterThan",
                 *       "value": 1
                 *     }
                 * @example {
                 *       "fact": "trip.duration_seconds",
                 *       "operator": "lessThan",
                 *       "value": 120
                 *     }
                 * @example {
                 *       "fact": "trip.max_speed_kmph",
                 *       "operator": "greaterThan",
                 *       "value": 140
                 *     }
                 * @example {
                 *       "fact": "trip.start_time",
                 *       "operator": "greaterThanInclusive",
                 *       "value": "2026-03-01T00:00:00+01:00"
                 *     }
                 * @example {
                 *       "fact": "trip.end_time",
                 *       "operator": "lessThan",
                 *       "value": "2026-04-01T00:00:00+02:00"
                 *     }
                 * @example {
                 *       "fact": "trip.local_hour",
                 *       "operator": "between",
                 *       "value": [
                 *         0,
                 *         4
                 *       ]
                 *     }
                 * @example {
                 *       "fact": "trip.local_weekday",
                 *       "operator": "in",
                 *       "value": [
                 *         "sat",
                 *         "sun"
                 *       ]
                 *     }
                 * @example {
                 *       "fact": "trip.age_seconds",
                 *       "operator": "lessThan",
                 *       "value": 86400
                 *     }
                 * @example {
                 *       "fact": "trip.session_id",
                 *       "operator": "startsWith",
                 *       "value": "delivery-"
                 *     }
                 * @example {
                 *       "fact": "trip.tracking_id",
                 *       "operator": "isKnown",
                 *       "value": true
                 *     }
                 * @example {
                 *       "fact": "trip.insurance_period",
                 *       "operator": "equal",
                 *       "value": "P2"
                 *     }
                 * @example {
                 *       "fact": "trip.score",
                 *       "operator": "lessThan",
                 *       "value": 60
                 *     }
                 * @example {
                 *       "fact": "trip.hard_brake_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "trip.phone_use_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "trip.rapid_acceleration_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "trip.overspeeding_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "trip.hard_turn_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "trip.path_points",
                 *       "operator": "lessThan",
                 *       "value": 5
                 *     }
                 * @example {
                 *       "fact": "trip.speed_samples",
                 *       "operator": "lessThan",
                 *       "value": 5
                 *     }
                 * @example {
                 *       "fact": "trip.events.count",
                 *       "params": {
                 *         "type": "COLLISION"
                 *       },
                 *       "operator": "greaterThanInclusive",
                 *       "value": 1
                 *     }
                 * @example {
                 *       "fact": "trip.events.duration_seconds",
                 *       "params": {
                 *         "type": "PHONE_USE"
                 *       },
                 *       "operator": "greaterThan",
                 *       "value": 60
                 *     }
                 * @example {
                 *       "fact": "trip.events.per_100km",
                 *       "params": {
                 *         "type": "HARD_BRAKE"
                 *       },
                 *       "operator": "greaterThan",
                 *       "value": 10
                 *     }
                 * @example {
                 *       "fact": "trip.events.max_excess_kmph",
                 *       "operator": "greaterThanInclusive",
                 *       "value": 30
                 *     }
                 * @example {
                 *       "fact": "trip.speeding_seconds",
                 *       "params": {
                 *         "over_kmph": 20
                 *       },
                 *       "operator": "greaterThan",
                 *       "value": 60
                 *     }
                 * @example {
                 *       "fact": "driver.id",
                 *       "operator": "in",
                 *       "value": [
                 *         "d-17",
                 *         "d-42"
                 *       ]
                 *     }
                 * @example {
                 *       "fact": "driver.groups",
                 *       "operator": "contains",
                 *       "value": "north"
                 *     }
                 * @example {
                 *       "fact": "driver.score",
                 *       "operator": "lessThan",
                 *       "value": 60
                 *     }
                 * @example {
                 *       "fact": "driver.score_change",
                 *       "params": {
                 *         "over": "7d"
                 *       },
                 *       "operator": "lessThanInclusive",
                 *       "value": -10
                 *     }
                 * @example {
                 *       "fact": "driver.hard_brake_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.phone_use_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.rapid_acceleration_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.overspeeding_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.hard_turn_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.trip_count",
                 *       "operator": "greaterThanInclusive",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.distance_km",
                 *       "operator": "greaterThan",
                 *       "value": 50
                 *     }
                 * @example {
                 *       "fact": "driver.duration_seconds",
                 *       "operator": "greaterThan",
                 *       "value": 144000
                 *     }
                 * @example {
                 *       "fact": "driver.start_date",
                 *       "operator": "greaterThan",
                 *       "value": "2026-01-01"
                 *     }
                 * @example {
                 *       "fact": "driver.tenure_days",
                 *       "operator": "lessThan",
                 *       "value": 30
                 *     }
                 * @example {
                 *       "fact": "driver.highway_ratio",
                 *       "operator": "greaterThan",
                 *       "value": 0.8
                 *     }
                 * @example {
                 *       "fact": "driver.night_driving_fraction",
                 *       "operator": "greaterThan",
                 *       "value": 0.2
                 *     }
                 * @example {
                 *       "fact": "driver.devices_missing_data",
                 *       "operator": "contains",
                 *       "value": "gyroscope"
                 *     }
                 * @example {
                 *       "fact": "driver.attributes",
                 *       "path": "$.depot",
                 *       "operator": "equal",
                 *       "value": "north"
                 *     }
                 * @example {
                 *       "fact": "driver.events.count",
                 *       "params": {
                 *         "type": "PHONE_USE",
                 *         "window": "7d"
                 *       },
                 *       "operator": "greaterThanInclusive",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.events.per_100km",
                 *       "params": {
                 *         "type": "HARD_BRAKE",
                 *         "window": "30d"
                 *       },
                 *       "operator": "greaterThan",
                 *       "value": 5
                 *     }
                 * @example {
                 *       "fact": "driver.events.per_hour",
                 *       "params": {
                 *         "type": "PHONE_USE",
                 *         "window": "7d"
                 *       },
                 *       "operator": "greaterThan",
                 *       "value": 2
                 *     }
                 * @example {
                 *       "fact": "driver.rule_alerts",
                 *       "params": {
                 *         "rule": "repeated-phone-use",
                 *         "window": "30d"
                 *       },
                 *       "operator": "greaterThanInclusive",
                 *       "value": 2
                 *     }
                 * @example {
                 *       "fact": "fleet.score",
                 *       "operator": "lessThan",
                 *       "value": 70
                 *     }
                 * @example {
                 *       "fact": "fleet.score_change",
                 *       "params": {
                 *         "over": "7d"
                 *       },
                 *       "operator": "lessThan",
                 *       "value": -3
                 *     }
                 * @example {
                 *       "fact": "group.score",
                 *       "operator": "lessThan",
                 *       "value": 70
                 *     }
                 * @example {
                 *       "fact": "group.score_change",
                 *       "params": {
                 *         "over": "7d"
                 *       },
                 *       "operator": "lessThan",
                 *       "value": -3
                 *     }
                 */
                RuleComparison: {
                    fact: components["schemas"]["Condition"]["$defs"]["RuleFact"];
                    /** @description Your own name for it: templates use facts['name']. */
                    name?: string;
                    operator: components["schemas"]["Condition"]["$defs"]["RuleOperator"];
                    /**
                     * @description Parameters of the fact, such as type and window.
                     * @example {
                     *       "type": "PHONE_USE",
                     *       "window": "7d"
                     *     }
                     * @example {
                     *       "type": "COLLISION"
                     *     }
                     * @example {
                     *       "over": "7d"
                     *     }
                     * @example {
                     *       "over_kmph": 20
                     *     }
                     */
                    params?: {
                        [key: string]: string | number;
                    };
                    /**
                     * @description Path to a part of driver.attributes, own properties only.
                     * @example $.depot
                     * @example $.vehicle.tonnes
                     */
                    path?: string;
                    /** @description Order of evaluation, highest first; it changes no result. */
                    priority?: number;
                    /** @description What the fact is compared with: a value, a list of values, or another fact. */
                    value: (string | number | boolean) | (string | number | boolean)[] | {
                        fact: components["schemas"]["Condition"]["$defs"]["RuleFact"];
                        /**
                         * @description Parameters of the fact, such as type and window.
                         * @example {
                         *       "type": "PHONE_USE",
                         *       "window": "7d"
                         *     }
                         * @example {
                         *       "type": "COLLISION"
                         *     }
                         * @example {
                         *       "over": "7d"
                         *     }
                         * @example {
                         *       "over_kmph": 20
                         *     }
                         */
                        params?: {
                            [key: string]: string | number;
                        };
                        /**
                         * @description Path to a part of driver.attributes, own properties only.
                         * @example $.depot
                         * @example $.vehicle.tonnes
                         */
                        path?: string;
                    };
                } & (unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown);
                /** @description The fact that is compared. */
                RuleFact: "trip.distance_km" | "trip.duration_seconds" | "trip.max_speed_kmph" | "trip.start_time" | "trip.end_time" | "trip.local_hour" | "trip.local_weekday" | "trip.age_seconds" | "trip.session_id" | "trip.tracking_id" | "trip.insurance_period" | "trip.score" | "trip.hard_brake_rating" | "trip.phone_use_rating" | "trip.rapid_acceleration_rating" | "trip.overspeeding_rating" | "trip.hard_turn_rating" | "trip.path_points" | "trip.speed_samples" | "trip.events.count" | "trip.events.duration_seconds" | "trip.events.per_100km" | "trip.events.max_excess_kmph" | "trip.speeding_seconds" | "driver.id" | "driver.groups" | "driver.score" | "driver.score_change" | "driver.hard_brake_rating" | "driver.phone_use_rating" | "driver.rapid_acceleration_rating" | "driver.overspeeding_rating" | "driver.hard_turn_rating" | "driver.trip_count" | "driver.distance_km" | "driver.duration_seconds" | "driver.start_date" | "driver.tenure_days" | "driver.highway_ratio" | "driver.night_driving_fraction" | "driver.devices_missing_data" | "driver.attributes" | "driver.events.count" | "driver.events.per_100km" | "driver.events.per_hour" | "driver.rule_alerts" | "fleet.score" | "fleet.score_change" | "group.score" | "group.score_change" | string;
                /** @description How the fact is compared. */
                RuleOperator: "equal" | "notEqual" | "lessThan" | "lessThanInclusive" | "greaterThan" | "greaterThanInclusive" | "in" | "notIn" | "contains" | "doesNotContain" | "between" | "startsWith" | "containsText" | "isKnown";
            };
        };
        ConditionVersion: {
            /** Format: date-time */
            at: string;
            by?: string;
            condition?: components["schemas"]["Condition"];
            /** @description The version whose content this one repeats. */
            rolled_back_from?: number;
            /**
             * @description Made for a trial; never published.
             * @enum {boolean}
             */
            trial?: true;
            version: number;
            /** @description Name of the token. */
            who: string;
            why?: string;
        };
        Coverage: {
            /**
             * Format: date-time
             * @description When the last complete reconciliation run began; null: none yet.
             */
            as_of: string | null;
            /** @description A reconciliation run was completed, and no trip of the dates is missing, waiting or parked. */
            complete: boolean;
            /** Format: date */
            from: string;
            /** @description By the UTC date on which trips began, newest first; dates without trips left out. */
            items: {
                /** Format: date */
                date: string;
                /** @description Deleted by Tripline. */
                deleted: number;
                /** @description Evaluated. */
                evaluated: number;
                /** @description Gone: the service no longer has them. */
                gone: number;
                /** @description Ended before the fleet was connected, or stored by a backfill: not evaluated. */
                history: number;
                /** @description Trips that the service listed, or a notification was received for; deleted and gone ones included. */
                known: number;
                /** @description The service has them, and Tripline has not started on them yet. */
                missing: number;
                /** @description Parked: their data never became available. */
                parked: number;
                /** @description Of these, trips recovered by reconciliation. */
                recovered: number;
                /** @description Waiting for trip data. */
                waiting: number;
            }[];
            /** @description The latest reconciliation run, also while it is running. */
            reconciliation: {
                /** Format: date-time */
                finished_at?: string;
                /** Format: date */
                from: string;
                problem?: string;
                /** Format: date-time */
                started_at: string;
                /** @enum {string} */
                state: "running" | "done" | "failed";
                /** Format: date */
                to: string;
            } | null;
            /** Format: date */
            to: string;
            total: {
                /** @description Deleted by Tripline. */
                deleted: number;
                /** @description Evaluated. */
                evaluated: number;
                /** @description Gone: the service no longer has them. */
                gone: number;
                /** @description Ended before the fleet was connected, or stored by a backfill: not evaluated. */
                history: number;
                /** @description Trips that the service listed, or a notification was received for; deleted and gone ones included. */
                known: number;
                /** @description The service has them, and Tripline has not started on them yet. */
                missing: number;
                /** @description Parked: their data never became available. */
                parked: number;
                /** @description Of these, trips recovered by reconciliation. */
                recovered: number;
                /** @description Waiting for trip data. */
                waiting: number;
            };
        };
        DeadLetter: {
            /** @description Length as received. */
            body_bytes: number;
            content_type?: string;
            /** @description How often this content was received. */
            count: number;
            /** Format: date-time */
            first_seen_at: string;
            id: string;
            /** Format: date-time */
            last_seen_at: string;
            reason: string;
        };
        DeadLetterWithBody: {
            /** @description If it is valid UTF-8. */
            body?: string;
            /** @description If it is not. */
            body_base64?: string;
            /** @description Length as received. */
            body_bytes: number;
            content_type?: string;
            /** @description How often this content was received. */
            count: number;
            /** Format: date-time */
            first_seen_at: string;
            id: string;
            /** Format: date-time */
            last_seen_at: string;
            reason: string;
            /** @description Only the first 65,536 bytes are stored. */
            truncated: boolean;
        };
        Decision: {
            actions: {
                action: string;
                /** @description Why it is not sent. */
                reason?: string;
                /** @description For a webhook, only the host. */
                receiver: string;
                rule: string;
                /**
                 * @description Of a draft on trial.
                 * @enum {boolean}
                 */
                trial?: true;
            }[];
            /** @description Of a simulation or replay whose rules use `trip.age_seconds`: when the age was measured. For a stored trip it is measured at the first decision, as live, or when its notification was received if the trip was never evaluated. */
            age_until?: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                because: "first_decision" | "received" | "now";
            };
            /** Format: date-time */
            decided_at: string;
            driver_id: string;
            fleet: string;
            revision: number;
            rules: components["schemas"]["RuleDecision"][];
            trip_id: string;
        };
        Deletion: {
            /** @enum {string} */
            approval: "required" | "auto";
            /** @description Why the rule requests the deletion. */
            cause?: string;
            /** Format: date-time */
            decided_at?: string;
            /** @description The person it named. */
            decided_by?: string;
            /** @description Name of the token. */
            decided_who?: string;
            driver_id: string;
            /** @description The driver’s name, from the driver record; absent: none is known. */
            driver_name?: string;
            /** Format: date-time */
            expires_at: string;
            has_snapshot: boolean;
            id: string;
            note?: string;
            /** @description Reason of the outcome. */
            reason?: string;
            /** Format: date-time */
            requested_at: string;
            rule: string;
            /** @description The same score, read again after it. Changes of the driver’s score are counted from it. */
            score_after?: number;
            /**
             * Format: date-time
             * @description Absent: not read yet; changes of the score are unknown until then.
             */
            score_after_read_at?: string;
            /** @description The driver’s score just before the deletion; absent: not rated, or it could not be read. */
            score_before?: number;
            /**
             * Format: date
             * @description The UTC date as of which both scores are.
             */
            scores_date?: string;
            /** @description The service’s answer to the last DELETE: accepted, no_such_trip, refused, unauthorised, limited, invalid, no_answer (the trip may be deleted) or not_reached. Absent: none was sent. */
            service_answer?: string;
            /** Format: date-time */
            settled_at?: string;
            /** @enum {string} */
            state: "requested" | "approved" | "rejected" | "expired" | "deleting" | "deleted" | "refused" | "gone" | "unknown_outcome";
            trip_id: string;
            version: number;
        };
        Delivery: {
            /** @enum {string} */
            action: "slack" | "email" | "webhook" | "escalate" | "delete_trip";
            alert_id?: string;
            /**
             * Format: date-time
             * @description When it was finished; until then, when it was planned.
             */
            at: string;
            attempts: number;
            /** @description Why this recipient: the entry of a recipient route, the rotation, or the driver record. Absent: the document names the recipient itself. */
            because?: string;
            /** @description For a digest: its run. */
            digest_run_id?: string;
            /** @description Absent for a digest and an alarm. */
            driver_id?: string;
            /** @description The driver’s name, from the driver record; absent: none is known. */
            driver_name?: string;
            /** @description The delivery into whose message it was grouped. */
            grouped_into?: string;
            id: string;
            /**
             * @description Its subject: an alert, a coaching e-mail to the driver, a rule over its budget, the summary of a budget, an incident that needs acknowledgement, an incident update, an approval request, a digest, or an alarm.
             * @enum {string}
             */
            kind: "alert" | "coaching" | "budget_notice" | "budget_summary" | "incident_page" | "incident_note" | "deletion_request" | "digest" | "alarm";
            last_error?: string;
            /** @description No channel was configured: it was stored in the outbox, under this id. */
            outbox_id?: string;
            /** @description It may have arrived twice (possible duplicate). */
            possible_repeat: boolean;
            /** @description Why it is held, skipped or failed. */
            reason?: string;
            /** @description For a webhook, only the host. */
            receiver: string;
            /**
             * Format: date-time
             * @description When a held delivery may be sent.
             */
            release_at?: string;
            revision: number;
            rule?: string;
            /** @enum {string} */
            state: "pending" | "sent" | "held" | "skipped" | "unconfirmed" | "failed";
            trip_id?: string;
            version: number;
        };
        /**
         * Tripline digest
         * @description A periodic report about the fleet, or some of its groups.
         */
        Digest: {
            /** @description Location of the schema, for editors. */
            $schema?: string;
            /** @description What the digest is for, and who requested it. */
            description?: string;
            /**
             * @description Where a driver’s attributes have the name; default: the path in the fleet’s settings. Without a name, the digest shows ids.
             * @example $.name
             */
            driver_name?: string;
            /**
             * @description Only drivers in these groups; default: the whole fleet.
             * @example [
             *       "north"
             *     ]
             */
            groups?: string[];
            /**
             * @description Id of the digest.
             * @example weekly-north
             */
            id: string;
            /**
             * @description English or German; default: the language of the fleet’s settings.
             * @enum {string}
             */
            language?: "en" | "de";
            /**
             * @description Drivers with fewer trips in the period are not ranked.
             * @default 3
             */
            min_trips: number;
            /**
             * @description Its name, shown in the subject.
             * @example North, weekly
             */
            name: string;
            /**
             * @description A driver whose score is lower needs attention; scores are 0 to 100.
             * @default 70
             */
            needs_attention_below: number;
            /**
             * @description While true, nothing is sent.
             * @default false
             */
            paused: boolean;
            /**
             * @description What it covers, in whole UTC dates: `day` the last date that is over at sending, `week` the seven dates ending with that one, `month` the last whole month.
             * @enum {string}
             */
            period: "day" | "week" | "month";
            /**
             * @description Which sections it has; all of them by default.
             * @example [
             *       "scores",
             *       "drivers",
             *       "alerts"
             *     ]
             */
            sections?: ("scores" | "groups" | "drivers" | "driving" | "alerts" | "rules" | "deletions" | "devices" | "coverage")[];
            /** @description When it is sent. */
            send: {
                /**
                 * @description The time of day. One that the clock of the zone skips or repeats when it changes is refused.
                 * @example 07:00
                 */
                at: string;
                /**
                 * @description The day of the month of a monthly digest, 1 to 28; only with `month`.
                 * @example 2
                 */
                day?: number;
                /**
                 * @description The IANA time zone of these times.
                 * @example Europe/Berlin
                 * @example America/Chicago
                 * @example Asia/Kolkata
                 */
                timezone: string;
                /**
                 * @description The day of a weekly digest; only with `week`.
                 * @enum {string}
                 */
                weekday?: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
            };
            /**
             * @description A Slack channel that also gets it: its name with #, or its id. With `route:ID` of a route by group, each entry gets the digest of its own group.
             * @example #fleet
             * @example route:regional-manager
             */
            slack?: string;
            /**
             * @description Addresses; each gets a separate message. With `route:ID` of a route by group, each entry gets the digest of its own group.
             * @example [
             *       "lead@example.com"
             *     ]
             * @example [
             *       "route:regional-manager"
             *     ]
             */
            to?: string[];
            /**
             * @description Units of distances; default: those of the fleet’s settings.
             * @enum {string}
             */
            units?: "km" | "miles";
        };
        DigestRun: {
            /** Format: date-time */
            at: string;
            /** @description Its notes on incomplete or changed data. */
            caveats: string[];
            /** @description Whole UTC dates, both included. */
            compared_with: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
            };
            /** @description For a part: its groups. */
            groups?: string[];
            id: string;
            /** @enum {string} */
            kind: "day" | "week" | "month";
            /** @enum {string} */
            origin: "scheduled" | "on_demand";
            /** @description For the part that goes to an entry of a recipient route: the run it belongs to. */
            part_of?: string;
            /** @description Whole UTC dates, both included. */
            period: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
            };
            /** @description Why it failed, or why nobody received it: `all_unsubscribed`, `no_recipient_reached`. */
            reason?: string;
            receivers: {
                /** @enum {string} */
                action: "slack" | "email";
                /** Format: date-time */
                at: string;
                attempts: number;
                /** @description Why, where a recipient route names them. */
                because?: string;
                delivery_id: string;
                last_error?: string;
                outbox_id?: string;
                /** @description It may have arrived twice (possible duplicate). */
                possible_repeat: boolean;
                /** @description When failed: the refusal. When skipped: `unsubscribed` or `too_late`. */
                reason?: string;
                receiver: string;
                /** @enum {string} */
                state: "pending" | "sent" | "held" | "skipped" | "unconfirmed" | "failed";
            }[];
            /** Format: date-time */
            settled_at?: string;
            /**
             * @description `gathering`: figures are read. `sending`: messages are on their way.
             * @enum {string}
             */
            state: "gathering" | "sending" | "done" | "failed";
            version: number;
            /** @description For a requested run: the token’s name. */
            who?: string;
            why?: string;
        };
        DigestVersion: {
            /** Format: date-time */
            at: string;
            by?: string;
            digest?: components["schemas"]["Digest"];
            /** @description The version whose content this one repeats. */
            rolled_back_from?: number;
            /**
             * @description Made for a trial; never published.
             * @enum {boolean}
             */
            trial?: true;
            version: number;
            /** @description Name of the token. */
            who: string;
            why?: string;
        };
        DirectoryImport: {
            added: number;
            changed: number;
            /** @description In the order of ids. */
            changes: {
                /** @enum {string} */
                change: "added" | "changed" | "removed";
                driver_id: string;
                /** @description Fields whose value changes or is removed. */
                fields: string[];
            }[];
            dry_run: boolean;
            /** @description Id of the import in its audit log entries; absent: nothing changed. */
            import_id?: string;
            removed: number;
            /** @description Drivers who were erased and have not driven since: nothing is stored about them. */
            skipped: string[];
            unchanged: number;
        };
        Driver: {
            /** Format: date-time */
            directory_updated_at?: string;
            driver_id: string;
            /** @description An e-mail address. */
            email?: string;
            /** @description The employee number. */
            employee_number?: string;
            in_directory: boolean;
            /** @description The driver’s language as a code, such as `de` or `en-GB`. */
            language?: string;
            /** @description Its license plate. */
            license_plate?: string;
            /** @description The e-mail address of the driver’s manager. */
            manager_email?: string;
            /** @description The driver’s name. */
            name?: string;
            /** @description A phone number. */
            phone?: string;
            /** @description The region or depot. */
            region?: string;
            /** @description The vehicle, in words. */
            vehicle?: string;
        };
        DriverWithOrigins: {
            /** Format: date-time */
            directory_updated_at?: string;
            driver_id: string;
            /** @description An e-mail address. */
            email?: string;
            /** @description The employee number. */
            employee_number?: string;
            in_directory: boolean;
            /** @description The driver’s language as a code, such as `de` or `en-GB`. */
            language?: string;
            /** @description Its license plate. */
            license_plate?: string;
            /** @description The e-mail address of the driver’s manager. */
            manager_email?: string;
            /** @description The driver’s name. */
            name?: string;
            origins: {
                /** @description The directory, or the path into the service’s attributes. */
                email?: {
                    /** @enum {string} */
                    from: "directory" | "attributes";
                    path?: string;
                };
                /** @description The directory, or the path into the service’s attributes. */
                employee_number?: {
                    /** @enum {string} */
                    from: "directory" | "attributes";
                    path?: string;
                };
                /** @description The directory, or the path into the service’s attributes. */
                language?: {
                    /** @enum {string} */
                    from: "directory" | "attributes";
                    path?: string;
                };
                /** @description The directory, or the path into the service’s attributes. */
                license_plate?: {
                    /** @enum {string} */
                    from: "directory" | "attributes";
                    path?: string;
                };
                /** @description The directory, or the path into the service’s attributes. */
                manager_email?: {
                    /** @enum {string} */
                    from: "directory" | "attributes";
                    path?: string;
                };
                /** @description The directory, or the path into the service’s attributes. */
                name?: {
                    /** @enum {string} */
                    from: "directory" | "attributes";
                    path?: string;
                };
                /** @description The directory, or the path into the service’s attributes. */
                phone?: {
                    /** @enum {string} */
                    from: "directory" | "attributes";
                    path?: string;
                };
                /** @description The directory, or the path into the service’s attributes. */
                region?: {
                    /** @enum {string} */
                    from: "directory" | "attributes";
                    path?: string;
                };
                /** @description The directory, or the path into the service’s attributes. */
                vehicle?: {
                    /** @enum {string} */
                    from: "directory" | "attributes";
                    path?: string;
                };
            };
            /** @description A phone number. */
            phone?: string;
            /** @description The region or depot. */
            region?: string;
            /** @description The vehicle, in words. */
            vehicle?: string;
        };
        Erasure: {
            address: string;
            /** Format: date-time */
            finished_at?: string;
            id: string;
            /** @description Why it was refused. */
            reason?: string;
            /** @description How much was removed or changed, by kind. */
            removed: {
                [key: string]: number;
            };
            /** Format: date-time */
            requested_at: string;
            /** @enum {string} */
            state: "running" | "done" | "refused";
            /** @description The token’s name. */
            who: string;
            why: string;
        };
        ErasurePreview: {
            /** @description Deletions that have not ended. */
            deletions: string[];
            driver_id: string;
            /** @enum {boolean} */
            dry_run: true;
            /** @description Open incidents, which must be resolved first. */
            incidents: string[];
            /**
             * @description How much would be removed or changed, by kind; the keys of `removed` of an erasure.
             * @example {
             *       "trips": 12,
             *       "alerts": 3,
             *       "audit": 7
             *     }
             */
            would_remove: {
                [key: string]: number;
            };
        };
        /**
         * Tripline escalation policy
         * @description Who is notified of an incident, and who next if nobody acknowledges.
         */
        EscalationPolicy: {
            /** @description Location of the schema, for editors. */
            $schema?: string;
            /** @description What the policy is for, and who approved it. */
            description?: string;
            /**
             * @description Id of the policy, as rules name it in `escalate`.
             * @example collision
             */
            id: string;
            /**
             * @description Another alert about the same driver joins an incident opened within this time, instead of opening a new one; an alert of a current trip never joins an incident of a late trip. Alerts of the same trip always join.
             * @example 30m
             */
            join_within?: string;
            /** @description The steps for trips that arrive late; default: the usual ones. The message says how old the trip is. */
            late?: {
                /**
                 * @description A trip that ended longer ago than this when its incident opens is late.
                 * @example 12h
                 */
                after: string;
                /** @description Repeats all steps until someone acknowledges; default: one round. */
                repeat?: {
                    /**
                     * @description How long after the last step of a round the next one starts; the first step’s own wait is added.
                     * @example 15m
                     */
                    every: string;
                    /**
                     * @description How many more rounds follow the first one.
                     * @example 2
                     */
                    times: number;
                };
                /** @description The steps, in order; they stop as soon as someone acknowledges. */
                steps: {
                    /**
                     * @description How long after the start of the round; must not decrease from step to step.
                     * @example 0m
                     * @example 10m
                     * @example 30m
                     */
                    after: string;
                    /** @description Who is notified. */
                    notify: ({
                        /**
                         * @description Channel name with #, the id of a channel or person, rotation:ID for whoever is on call, or route:ID for the recipients of a recipient route.
                         * @example #safety-urgent
                         * @example rotation:safety
                         * @example route:regional-manager
                         */
                        channel: string;
                        /**
                         * @description A Slack message with buttons.
                         * @constant
                         */
                        type: "slack";
                    } | {
                        /**
                         * @description Addresses, rotation:ID for whoever is on call, route:ID for the recipients of a recipient route, or driver:manager; each gets a separate message.
                         * @example [
                         *       "rotation:safety"
                         *     ]
                         * @example [
                         *       "head@example.com"
                         *     ]
                         * @example [
                         *       "route:regional-manager"
                         *     ]
                         */
                        to: string[];
                        /**
                         * @description An e-mail with a link to answer.
                         * @constant
                         */
                        type: "email";
                    } | {
                        /**
                         * @description A signed HTTP request.
                         * @constant
                         */
                        type: "webhook";
                        /**
                         * @description Where to post the incident.
                         * @example https://hooks.example.com/incidents
                         */
                        url: string;
                    })[];
                    /** @description The hours of the step: outside them it is skipped, which the timeline shows. */
                    when?: {
                        /**
                         * @description Days on which the hours begin; default: every day.
                         * @example [
                         *       "mon",
                         *       "tue",
                         *       "wed",
                         *       "thu",
                         *       "fri"
                         *     ]
                         */
                        days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        /**
                         * @description Start of the hours; default: midnight.
                         * @example 22:00
                         */
                        from?: string;
                        /**
                         * @description The IANA time zone of these times.
                         * @example Europe/Berlin
                         * @example America/Chicago
                         */
                        timezone: string;
                        /**
                         * @description End of the hours, on the next day if not after `from`; default: midnight.
                         * @example 22:00
                         */
                        to?: string;
                    };
                }[];
            };
            /**
             * @description Name of the policy.
             * @example Collision
             */
            name: string;
            /**
             * @description Paging resumes with the newest step if the assignee gives no update for this long. Default: never.
             * @example 2h
             */
            repage_after?: string;
            /** @description Repeats all steps until someone acknowledges; default: one round. */
            repeat?: {
                /**
                 * @description How long after the last step of a round the next one starts; the first step’s own wait is added.
                 * @example 15m
                 */
                every: string;
                /**
                 * @description How many more rounds follow the first one.
                 * @example 2
                 */
                times: number;
            };
            /** @description The steps, in order; they stop as soon as someone acknowledges. */
            steps: {
                /**
                 * @description How long after the start of the round; must not decrease from step to step.
                 * @example 0m
                 * @example 10m
                 * @example 30m
                 */
                after: string;
                /** @description Who is notified. */
                notify: ({
                    /**
                     * @description Channel name with #, the id of a channel or person, rotation:ID for whoever is on call, or route:ID for the recipients of a recipient route.
                     * @example #safety-urgent
                     * @example rotation:safety
                     * @example route:regional-manager
                     */
                    channel: string;
                    /**
                     * @description A Slack message with buttons.
                     * @constant
                     */
                    type: "slack";
                } | {
                    /**
                     * @description Addresses, rotation:ID for whoever is on call, route:ID for the recipients of a recipient route, or driver:manager; each gets a separate message.
                     * @example [
                     *       "rotation:safety"
                     *     ]
                     * @example [
                     *       "head@example.com"
                     *     ]
                     * @example [
                     *       "route:regional-manager"
                     *     ]
                     */
                    to: string[];
                    /**
                     * @description An e-mail with a link to answer.
                     * @constant
                     */
                    type: "email";
                } | {
                    /**
                     * @description A signed HTTP request.
                     * @constant
                     */
                    type: "webhook";
                    /**
                     * @description Where to post the incident.
                     * @example https://hooks.example.com/incidents
                     */
                    url: string;
                })[];
                /** @description The hours of the step: outside them it is skipped, which the timeline shows. */
                when?: {
                    /**
                     * @description Days on which the hours begin; default: every day.
                     * @example [
                     *       "mon",
                     *       "tue",
                     *       "wed",
                     *       "thu",
                     *       "fri"
                     *     ]
                     */
                    days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                    /**
                     * @description Start of the hours; default: midnight.
                     * @example 22:00
                     */
                    from?: string;
                    /**
                     * @description The IANA time zone of these times.
                     * @example Europe/Berlin
                     * @example America/Chicago
                     */
                    timezone: string;
                    /**
                     * @description End of the hours, on the next day if not after `from`; default: midnight.
                     * @example 22:00
                     */
                    to?: string;
                };
            }[];
            /** @description Who is notified when all steps have run and nobody acknowledged: `repeat.every` (default 15m) after the very last step. The incident stays open. */
            unanswered?: ({
                /**
                 * @description Channel name with #, the id of a channel or person, rotation:ID for whoever is on call, or route:ID for the recipients of a recipient route.
                 * @example #safety-urgent
                 * @example rotation:safety
                 * @example route:regional-manager
                 */
                channel: string;
                /**
                 * @description A Slack message with buttons.
                 * @constant
                 */
                type: "slack";
            } | {
                /**
                 * @description Addresses, rotation:ID for whoever is on call, route:ID for the recipients of a recipient route, or driver:manager; each gets a separate message.
                 * @example [
                 *       "rotation:safety"
                 *     ]
                 * @example [
                 *       "head@example.com"
                 *     ]
                 * @example [
                 *       "route:regional-manager"
                 *     ]
                 */
                to: string[];
                /**
                 * @description An e-mail with a link to answer.
                 * @constant
                 */
                type: "email";
            } | {
                /**
                 * @description A signed HTTP request.
                 * @constant
                 */
                type: "webhook";
                /**
                 * @description Where to post the incident.
                 * @example https://hooks.example.com/incidents
                 */
                url: string;
            })[];
        };
        EscalationPolicyVersion: {
            /** Format: date-time */
            at: string;
            by?: string;
            escalation_policy?: components["schemas"]["EscalationPolicy"];
            /** @description The version whose content this one repeats. */
            rolled_back_from?: number;
            /**
             * @description Made for a trial; never published.
             * @enum {boolean}
             */
            trial?: true;
            version: number;
            /** @description Name of the token. */
            who: string;
            why?: string;
        };
        EscalationPreview: {
            id: string;
            late: boolean;
            name: string;
            /** Format: date-time */
            opened_at: string;
            pages: {
                /**
                 * Format: date-time
                 * @description When they are notified, unless someone acknowledges before.
                 */
                at: string;
                /** @description Notified outside its hours, because otherwise the first round would notify nobody. */
                despite_hours?: boolean;
                /** @description The hours of the step, in words. */
                hours?: string;
                /**
                 * @description `unanswered`: all steps have run and nobody acknowledged.
                 * @enum {string}
                 */
                kind: "step" | "unanswered";
                receivers: {
                    /** @enum {string} */
                    action: "slack" | "email" | "webhook";
                    /** @description Why, where a route or the driver record names them. */
                    because?: string;
                    /** @description Who is on call, where a rotation is named. */
                    person?: string;
                    receiver: string;
                    rotation?: string;
                }[];
                round: number;
                /** @enum {string} */
                skipped?: "outside_hours" | "no_recipients";
                step?: number;
                /** @description Recipients of the policy that reach nobody at that moment. */
                unreachable: string[];
            }[];
            /** @description Absent: the draft. */
            version?: number;
        };
        ExplainedTrip: {
            /** @description Rules that matched, and whether each was sent, with the reason if not. */
            alerts: components["schemas"]["Alert"][];
            /** Format: date-time */
            decided_at?: string;
            /** @description The latest; null while there is none. */
            decision: {
                actions: {
                    action: string;
                    /** @description Why it is not sent. */
                    reason?: string;
                    /** @description For a webhook, only the host. */
                    receiver: string;
                    rule: string;
                    /**
                     * @description Of a draft on trial.
                     * @enum {boolean}
                     */
                    trial?: true;
                }[];
                /** @description Of a simulation or replay whose rules use `trip.age_seconds`: when the age was measured. For a stored trip it is measured at the first decision, as live, or when its notification was received if the trip was never evaluated. */
                age_until?: {
                    /** Format: date-time */
                    at: string;
                    /** @enum {string} */
                    because: "first_decision" | "received" | "now";
                };
                /** Format: date-time */
                decided_at: string;
                driver_id: string;
                fleet: string;
                revision: number;
                rules: components["schemas"]["RuleDecision"][];
                trip_id: string;
            } | null;
            /** @description Deletions that rules requested, newest first. */
            deletions: {
                /** Format: date-time */
                expires_at: string;
                /** @description For an approval or a rejection. */
                id: string;
                rule: string;
                /** @description The same, read again after it. */
                score_after?: number;
                /** @description The driver’s, just before the deletion. */
                score_before?: number;
                state: string;
            }[];
            deliveries: components["schemas"]["Delivery"][];
            distance_km?: number;
            driver_id: string;
            /** @description The driver’s name, from the driver record; absent: none is known. */
            driver_name?: string;
            duration_seconds?: number;
            end_time?: string;
            /** Format: date-time */
            first_received_at: string;
            max_speed_kmph?: number;
            /** @description Why it is in that state. */
            reason?: string;
            /**
             * @description `reconciler`: no notification arrived; the trip was recovered by reconciliation.
             * @enum {string}
             */
            received_from?: "webhook" | "replay" | "reconciler";
            /** @description 0 until first evaluated. */
            revision: number;
            /** @description Every decision, newest first. */
            revisions: {
                /** Format: date-time */
                decided_at: string;
                matched: string[];
                revision: number;
            }[];
            /** @description null: cannot be rated. */
            score?: number | null;
            session_id?: string;
            /** @description As the service sent it. */
            start_time?: string;
            /** @enum {string} */
            state: "waiting" | "decided" | "parked" | "deleted" | "gone";
            tracking_id?: string;
            trip_id: string;
        };
        Incident: {
            /** Format: date-time */
            acknowledged_at?: string;
            acknowledged_by?: string;
            /** @description The assignee. */
            assignee?: string;
            /** @enum {string} */
            disposition?: "confirmed" | "false_alarm" | "not_driver" | "other";
            driver_id: string;
            /** @description The driver’s name, from the driver record; absent: none is known. */
            driver_name?: string;
            /**
             * Format: date-time
             * @description When the next page is due, or when paging resumes.
             */
            due_at?: string;
            id: string;
            /** @description The trip arrived so late that the policy’s steps for late trips apply. */
            late: boolean;
            /** @description The note of the resolution. */
            note?: string;
            /** Format: date-time */
            opened_at: string;
            policy: string;
            /** @description The policy version when the incident was opened; it does not change. */
            policy_version: number;
            /** @description How many pages were sent. */
            position: number;
            /** @description How often it was reopened. */
            reopened: number;
            /** Format: date-time */
            resolved_at?: string;
            resolved_by?: string;
            rule: string;
            rule_version: number;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            /**
             * Format: date-time
             * @description The assignee snoozed it: until then nobody is paged, then people are paged again.
             */
            snoozed_until?: string;
            /**
             * @description open: not acknowledged; acknowledged: it has an assignee; resolved: it has ended.
             * @enum {string}
             */
            state: "open" | "acknowledged" | "resolved";
            /** Format: date-time */
            trip_ended_at?: string;
            trip_id: string;
            /**
             * Format: date-time
             * @description When all steps had run and nobody had acknowledged; absent once reopened.
             */
            unanswered_at?: string;
        };
        IncidentWithTimeline: {
            /** Format: date-time */
            acknowledged_at?: string;
            acknowledged_by?: string;
            alerts: {
                alert_id: string;
                /** Format: date-time */
                at: string;
                driver_id: string;
                /** @description The driver’s name, from the driver record; absent: none is known. */
                driver_name?: string;
                rule: string;
                /** @enum {string} */
                severity: "info" | "warning" | "critical";
                trip_id: string;
                version: number;
            }[];
            /** @description The assignee. */
            assignee?: string;
            /** @enum {string} */
            disposition?: "confirmed" | "false_alarm" | "not_driver" | "other";
            /** @description Of the driver record, what helps to reach the driver. */
            driver: {
                license_plate?: string;
                name?: string;
                phone?: string;
                vehicle?: string;
            };
            driver_id: string;
            /** @description The driver’s name, from the driver record; absent: none is known. */
            driver_name?: string;
            /**
             * Format: date-time
             * @description When the next page is due, or when paging resumes.
             */
            due_at?: string;
            id: string;
            /** @description The trip arrived so late that the policy’s steps for late trips apply. */
            late: boolean;
            /** @description The note of the resolution. */
            note?: string;
            /** Format: date-time */
            opened_at: string;
            policy: string;
            /** @description The policy version when the incident was opened; it does not change. */
            policy_version: number;
            /** @description How many pages were sent. */
            position: number;
            /** @description How often it was reopened. */
            reopened: number;
            /** Format: date-time */
            resolved_at?: string;
            resolved_by?: string;
            rule: string;
            rule_version: number;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            /**
             * Format: date-time
             * @description The assignee snoozed it: until then nobody is paged, then people are paged again.
             */
            snoozed_until?: string;
            /**
             * @description open: not acknowledged; acknowledged: it has an assignee; resolved: it has ended.
             * @enum {string}
             */
            state: "open" | "acknowledged" | "resolved";
            timeline: {
                /** Format: date-time */
                at: string;
                /** @description The person’s name. */
                by?: string;
                /** @description Depends on the kind: the step, who was notified, or for a late answer who answered first. */
                details?: {
                    [key: string]: unknown;
                };
                /** @enum {string} */
                kind: "opened" | "joined" | "paged" | "step_skipped" | "unanswered" | "paging_resumed" | "acknowledged" | "snoozed" | "escalated" | "reassigned" | "noted" | "resolved" | "reopened" | "late_answer";
                note?: string;
                /** @description Counts from 1 within the incident. */
                seq: number;
                /** @enum {string} */
                via: "tripline" | "api" | "slack" | "email";
                /** @description Name of the token, `slack:U01`, an address, or `tripline`. */
                who: string;
            }[];
            /** Format: date-time */
            trip_ended_at?: string;
            trip_id: string;
            /**
             * Format: date-time
             * @description When all steps had run and nobody had acknowledged; absent once reopened.
             */
            unanswered_at?: string;
        };
        ListedBackfill: {
            alerts: boolean;
            /** @description Calls to the service; at least this many. */
            calls: number;
            /** Format: date-time */
            created_at: string;
            error?: string;
            /** Format: date-time */
            finished_at?: string;
            /** Format: date */
            from: string;
            id: string;
            /** Format: date-time */
            started_at?: string;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "failed" | "cancelled";
            /** Format: date */
            to: string;
            /** @description Why it is waiting. */
            waiting_for?: string;
            who: string;
        };
        ListedBacktest: {
            /** Format: date-time */
            created_at: string;
            error?: string;
            /** Format: date-time */
            finished_at?: string;
            /** Format: date */
            from: string;
            id: string;
            progress: {
                trips_done: number;
                /** @description Absent until counted. */
                trips_total?: number;
            };
            rule: string;
            /** Format: date-time */
            started_at?: string;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "failed" | "cancelled";
            /** Format: date */
            to: string;
            /** @description 0: a draft. */
            version: number;
            who: string;
        };
        Me: {
            /** @description Of a session: for the header `X-CSRF-Token`. */
            csrf_token?: string;
            /**
             * Format: date-time
             * @description When it is over at the latest.
             */
            expires_at?: string;
            fleets: {
                /** @description It sees these groups alone. */
                groups?: string[];
                id: string;
                language: string;
                name: string;
                /** @enum {string} */
                role: "viewer" | "editor" | "admin";
                timezone: string;
            }[];
            /** @enum {string} */
            kind: "service_token" | "personal_token" | "session";
            /** @description What the audit log and timelines say. */
            name: string;
            /** @description No analytics service is configured: a simulated fleet drives. */
            sandbox: boolean;
            /** @description The person. Absent: a service token, or a session that one began. */
            user?: {
                email?: string;
                id: string;
                issuer: string;
                name: string;
            };
        };
        Notification: {
            data?: {
                [key: string]: unknown;
            };
            driver_id?: string | number;
            trip_id?: string | number;
            type: string;
            version?: number;
        } & {
            [key: string]: unknown;
        };
        NotificationAnswer: {
            /** @enum {string} */
            status: "started" | "duplicate" | "ignored";
        };
        OutboxEntry: {
            /** Format: date-time */
            at: string;
            /** @description Slack’s Block Kit. */
            blocks?: {
                [key: string]: unknown;
            }[];
            /** @example slack */
            channel: string;
            delivery_id?: string;
            html?: string;
            id: string;
            /** @description Path of the picture. */
            picture?: string;
            possible_repeat: boolean;
            receiver: string;
            subject?: string;
            text: string;
        };
        PersonalToken: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            fleet: string;
            id: string;
            /**
             * Format: date-time
             * @description To the minute. Absent: never used.
             */
            last_used_at?: string;
            name: string;
            /**
             * @description The most it may do.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
        };
        Problem: {
            /** @description With 409 of an incident: the assignee. */
            assignee?: string;
            /** @description With 503 of /readyz: the state of each dependency. */
            checks?: {
                [key: string]: string;
            };
            /** @description With 409 of an erasure: deletions of the driver’s trips that have not ended. */
            deletions?: string[];
            detail: string;
            /** @description With 422: every mistake. */
            errors?: {
                allowed?: string[];
                message: string;
                /** @description JSON pointer to the place. */
                pointer: string;
            }[];
            /** @description With 409 of an erasure: incidents of the driver that are not resolved. */
            incidents?: string[];
            /** @description With 413: the largest body allowed. */
            limit_bytes?: number;
            /** @description With 400: the parameters that are wrong. */
            parameters?: {
                message: string;
                parameter: string;
            }[];
            /** @description With 504: the address of the answer. */
            simulation?: string;
            /** @description With 409: the current state. */
            state?: string;
            status: number;
            title: string;
            type: string;
        };
        /**
         * Tripline rotation
         * @description People who are on call in turn, one week each.
         */
        Rotation: {
            /** @description Location of the schema, for editors. */
            $schema?: string;
            /** @description When a shift ends and the next one begins, every week. */
            handover: {
                /**
                 * @description The time of the handover.
                 * @example 08:00
                 */
                at: string;
                /**
                 * @description The weekday of the handover.
                 * @enum {string}
                 */
                weekday: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
            };
            /**
             * @description Id of the rotation: policies name it as rotation:ID.
             * @example safety
             */
            id: string;
            /**
             * @description Name of the rotation.
             * @example Safety on call
             */
            name?: string;
            /** @description Holidays and swaps; where two overlap, the one listed last applies. */
            overrides?: {
                /**
                 * @description Its start, in the rotation’s time zone.
                 * @example 2026-12-24T08:00
                 */
                from: string;
                /**
                 * @description Who is on call instead: a name from `people`.
                 * @example Ann
                 */
                person: string;
                /**
                 * @description Its end, exclusive.
                 * @example 2026-12-26T08:00
                 */
                to: string;
            }[];
            /** @description The people on call, one week each, in this order, repeating. */
            people: {
                /**
                 * Format: email
                 * @description Receives e-mails to the rotation during their shift.
                 * @example ann@example.com
                 */
                email?: string;
                /**
                 * @description Their name; overrides refer to it.
                 * @example Ann
                 */
                name: string;
                /**
                 * @description Their Slack member id (in Slack: profile, “Copy member ID”); receives Slack messages to the rotation during their shift.
                 * @example U01ABCDEF
                 */
                slack?: string;
            }[];
            /**
             * @description A date: the first handover on or after it starts the first person’s shift; default: 2024-01-01. Set it again when the list of people changes, to say whose shift it is.
             * @example 2026-01-05
             */
            starts?: string;
            /**
             * @description The IANA time zone of the handover and the overrides.
             * @example Europe/Berlin
             * @example America/Chicago
             */
            timezone: string;
        };
        RotationShifts: {
            id: string;
            shifts: {
                /** @enum {string} */
                because: "week" | "override";
                email?: string;
                /** Format: date-time */
                from: string;
                person: string;
                slack?: string;
                /**
                 * Format: date-time
                 * @description The end of the shift, exclusive.
                 */
                to: string;
            }[];
            timezone: string;
            /** @description Absent: the draft. */
            version?: number;
        };
        RotationVersion: {
            /** Format: date-time */
            at: string;
            by?: string;
            /** @description The version whose content this one repeats. */
            rolled_back_from?: number;
            rotation?: components["schemas"]["Rotation"];
            /**
             * @description Made for a trial; never published.
             * @enum {boolean}
             */
            trial?: true;
            version: number;
            /** @description Name of the token. */
            who: string;
            why?: string;
        };
        /**
         * Tripline recipient route
         * @description Who is responsible for which drivers. Documents name it as `route:ID`.
         */
        Route: {
            /** @description Location of the schema, for editors. */
            $schema?: string;
            /**
             * @description With `attribute`: where the driver’s attributes hold the value. Where the path is that of a field of the driver record, the directory takes precedence.
             * @example $.region
             */
            attribute?: string;
            /**
             * @description `group`: by the driver’s groups; all that have an entry apply. `attribute`: by the value of one attribute of the driver.
             * @enum {string}
             */
            by: "group" | "attribute";
            /** @description Who is notified where no entry applies, or where the entry has no recipient of the wanted channel. */
            default?: components["schemas"]["Route"]["$defs"]["RouteEntry"];
            /** @description What the route is for, and who keeps it up to date. */
            description?: string;
            /** @description Who is notified, by the group or by the value of the attribute. */
            entries: {
                [key: string]: components["schemas"]["Route"]["$defs"]["RouteEntry"];
            };
            /**
             * @description Id of the route: documents name it as route:ID.
             * @example regional-manager
             */
            id: string;
            /**
             * @description Name of the route.
             * @example Regional manager
             */
            name?: string;
            $defs: {
                /** @description Who is notified, by channel. */
                RouteEntry: {
                    /**
                     * @description Who is notified by e-mail: addresses, rotation:ID for whoever is on call, or driver:manager.
                     * @example [
                     *       "north@example.com"
                     *     ]
                     * @example [
                     *       "rotation:north"
                     *     ]
                     */
                    email?: string[];
                    /**
                     * @description Who is notified in Slack: a channel, a person, or rotation:ID for whoever is on call.
                     * @example #north
                     * @example rotation:north
                     */
                    slack?: string;
                };
            };
        };
        RoutePreview: {
            driver_id?: string;
            /** @description Without a driver one for each entry and channel; with one, for each channel. */
            entries: {
                /**
                 * @description The channel of the message.
                 * @enum {string}
                 */
                channel: "slack" | "email";
                /** @description Absent: the default, or with a driver whatever applies. */
                entry?: string;
                receivers: {
                    /**
                     * @description The channel in which they are notified.
                     * @enum {string}
                     */
                    action: "slack" | "email";
                    because?: string;
                    /** @description Who is on call, where a rotation is named. */
                    person?: string;
                    receiver: string;
                    rotation?: string;
                }[];
                /** @description What of it reaches no one. */
                unreachable: string[];
            }[];
            /** @description The driver’s groups, as far as they were read. */
            groups?: string[];
            id: string;
            /** @description Absent: the draft. */
            version?: number;
        };
        RouteVersion: {
            /** Format: date-time */
            at: string;
            by?: string;
            /** @description The version whose content this one repeats. */
            rolled_back_from?: number;
            route?: components["schemas"]["Route"];
            /**
             * @description Made for a trial; never published.
             * @enum {boolean}
             */
            trial?: true;
            version: number;
            /** @description Name of the token. */
            who: string;
            why?: string;
        };
        /**
         * Tripline rule
         * @description A Tripline rule: whom it applies to, when it matches, and what happens then.
         */
        Rule: {
            /** @description Location of the schema, for editors. */
            $schema?: string;
            /**
             * @description What happens when the rule matches.
             * @default []
             */
            actions: ({
                batch?: components["schemas"]["Rule"]["$defs"]["RuleBatch"];
                /**
                 * @description Channel name with #, or its id; route:ID for the recipients of a recipient route.
                 * @example #fleet-safety
                 * @example route:regional-manager
                 */
                channel: string;
                quiet_hours?: components["schemas"]["Rule"]["$defs"]["RuleQuietHours"];
                /** @description Your own text above the facts, a Liquid template. */
                text?: string;
                /**
                 * @description A Slack message.
                 * @constant
                 */
                type: "slack";
            } | {
                batch?: components["schemas"]["Rule"]["$defs"]["RuleBatch"];
                quiet_hours?: components["schemas"]["Rule"]["$defs"]["RuleQuietHours"];
                /**
                 * @description Your own subject, a Liquid template.
                 * @example {{ driver.id }}: {{ facts['driver.events.count'] }} phone events in 7 days
                 */
                subject?: string;
                /** @description Your own text above the facts, a Liquid template. */
                text?: string;
                /**
                 * @description Addresses; each gets a separate message. `route:ID` stands for the recipients of a recipient route, `driver:manager` for the manager in the driver record, `driver:email` for a coaching e-mail to the driver.
                 * @example [
                 *       "lead@example.com"
                 *     ]
                 * @example [
                 *       "route:regional-manager"
                 *     ]
                 * @example [
                 *       "driver:manager"
                 *     ]
                 */
                to: string[];
                /**
                 * @description An e-mail to each address.
                 * @constant
                 */
                type: "email";
            } | {
                /** @description Not for this action: only slack and email actions can be batched. */
                batch?: unknown;
                quiet_hours?: components["schemas"]["Rule"]["$defs"]["RuleQuietHours"];
                /**
                 * @description A signed HTTP request.
                 * @constant
                 */
                type: "webhook";
                /**
                 * @description Where to post the alert.
                 * @example https://hooks.example.com/tripline
                 */
                url: string;
            } | {
                /** @description Not for this action: only slack and email actions can be batched. */
                batch?: unknown;
                /**
                 * @description Id of the policy.
                 * @example collision
                 */
                policy: string;
                quiet_hours?: components["schemas"]["Rule"]["$defs"]["RuleQuietHours"];
                /**
                 * @description An incident run by an escalation policy.
                 * @constant
                 */
                type: "escalate";
            } | {
                /**
                 * @description Whether a person must approve.
                 * @default required
                 * @enum {string}
                 */
                approval: "required" | "auto";
                /**
                 * @description Slack channel or person (an id such as U0123456789) who is asked for approval, or route:ID; default: the channels of the rule’s own Slack actions, or without any its e-mail and webhook recipients.
                 * @example #fleet-safety
                 * @example U0123456789
                 * @example route:regional-manager
                 */
                ask?: string;
                /** @description Not for this action: only slack and email actions can be batched. */
                batch?: unknown;
                /**
                 * @description How long to wait for an approval.
                 * @default 14d
                 * @example 30s
                 * @example 10m
                 * @example 24h
                 * @example 7d
                 */
                expires_after: string;
                /**
                 * @description Most deletions in one UTC day.
                 * @default 10
                 */
                max_per_day: number;
                /**
                 * @description Largest share of the UTC day's trips that may be deleted, from 20 trips on.
                 * @default 0.05
                 */
                max_share: number;
                /**
                 * @description Deletion of the trip at the service.
                 * @constant
                 */
                type: "delete_trip";
            })[];
            /** @description Most alerts in one of the fleet's local days; further ones go into one summary. Critical alerts ignore the budget. */
            budget?: {
                alerts_per_day: number;
            };
            conditions: components["schemas"]["Rule"]["$defs"]["RuleConditions"];
            /** @description Why the rule exists. */
            description?: string;
            /**
             * @description Id of the rule: small letters, digits and hyphens.
             * @example repeated-phone-use
             */
            id: string;
            /**
             * @description off: not evaluated; shadow: evaluated and recorded, sends nothing; live: sends.
             * @default live
             * @enum {string}
             */
            mode: "off" | "shadow" | "live";
            /**
             * @description Name of the rule.
             * @example Repeated phone use
             */
            name: string;
            /**
             * @description Who is notified when the rule is over its budget; default: its Slack and e-mail recipients.
             * @example lead@example.com
             * @example #fleet-safety
             */
            owner?: string;
            /** @description Which drivers the rule applies to; default: all. */
            scope?: {
                /** @description Only these drivers. */
                drivers?: string[];
                /** @description Never these drivers. */
                exclude_drivers?: string[];
                /** @description Only drivers of at least one of these groups. */
                groups?: string[];
            };
            /**
             * @description How much an alert matters.
             * @default warning
             * @enum {string}
             */
            severity: "info" | "warning" | "critical";
            /** @description Rules that this one suppresses for the same trip. */
            suppresses?: string[];
            /** @description At most one alert in that time per driver, group, fleet or trip; alerts of a higher severity are not throttled. */
            throttle?: {
                /**
                 * @example 30s
                 * @example 10m
                 * @example 24h
                 * @example 7d
                 */
                every: string;
                /** @enum {string} */
                per: "driver" | "group" | "fleet" | "trip";
            };
            /**
             * @description each_trip (default): every matching trip may alert; becomes_true: only the first of consecutive matching trips of a driver.
             * @enum {string}
             */
            trigger?: "each_trip" | "becomes_true";
            $defs: {
                /** @description all, any or not, nested as needed. */
                RuleConditions: {
                    /** @description True when every condition is true. */
                    all: components["schemas"]["Rule"]["$defs"]["RuleCondition"][];
                    /** @description Your own name for it: templates use facts['name']. */
                    name?: string;
                    /** @description Order of evaluation, highest first; it changes no result. */
                    priority?: number;
                } | {
                    /** @description True when at least one condition is true. */
                    any: components["schemas"]["Rule"]["$defs"]["RuleCondition"][];
                    /** @description Your own name for it: templates use facts['name']. */
                    name?: string;
                    /** @description Order of evaluation, highest first; it changes no result. */
                    priority?: number;
                } | {
                    /** @description Your own name for it: templates use facts['name']. */
                    name?: string;
                    /** @description True when the condition is false; unknown stays unknown. */
                    not: components["schemas"]["Rule"]["$defs"]["RuleCondition"];
                    /** @description Order of evaluation, highest first; it changes no result. */
                    priority?: number;
                } | {
                    /** @description Id of a shared condition: a document of its own, with id, name and conditions. */
                    condition: string;
                    /** @description Your own name for it: templates use facts['name']. */
                    name?: string;
                    /** @description Order of evaluation, highest first; it changes no result. */
                    priority?: number;
                };
                /** @description A comparison, or a group of conditions. */
                RuleCondition: components["schemas"]["Rule"]["$defs"]["RuleComparison"] | components["schemas"]["Rule"]["$defs"]["RuleConditions"];
                /**
                 * @description A comparison of a fact with a value or with another fact.
                 * @example {
                 *       "fact": "trip.distance_km",
                 *       "operator": "greaterThan",
                 *       "value": 1
                 *     }
                 * @example {
                 *       "fact": "trip.duration_seconds",
                 *       "operator": "lessThan",
                 *       "value": 120
                 *     }
                 * @example {
                 *       "fact": "trip.max_speed_kmph",
                 *       "operator": "greaterThan",
                 *       "value": 140
                 *     }
                 * @example {
                 *       "fact": "trip.start_time",
                 *       "operator": "greaterThanInclusive",
                 *       "value": "2026-03-01T00:00:00+01:00"
                 *     }
                 * @example {
                 *       "fact": "trip.end_time",
                 *       "operator": "lessThan",
                 *       "value": "2026-04-01T00:00:00+02:00"
                 *     }
                 * @example {
                 *       "fact": "trip.local_hour",
                 *       "operator": "between",
                 *       "value": [
                 *         0,
                 *         4
                 *       ]
                 *     }
                 * @example {
                 *       "fact": "trip.local_weekday",
                 *       "operator": "in",
                 *       "value": [
                 *         "sat",
                 *         "sun"
                 *       ]
                 *     }
                 * @example {
                 *       "fact": "trip.age_seconds",
                 *       "operator": "lessThan",
                 *       "value": 86400
                 *     }
                 * @example {
                 *       "fact": "trip.session_id",
                 *       "operator": "startsWith",
                 *       "value": "delivery-"
                 *     }
                 * @example {
                 *       "fact": "trip.tracking_id",
                 *       "operator": "isKnown",
                 *       "value": true
                 *     }
                 * @example {
                 *       "fact": "trip.insurance_period",
                 *       "operator": "equal",
                 *       "value": "P2"
                 *     }
                 * @example {
                 *       "fact": "trip.score",
                 *       "operator": "lessThan",
                 *       "value": 60
                 *     }
                 * @example {
                 *       "fact": "trip.hard_brake_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "trip.phone_use_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "trip.rapid_acceleration_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "trip.overspeeding_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "trip.hard_turn_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "trip.path_points",
                 *       "operator": "lessThan",
                 *       "value": 5
                 *     }
                 * @example {
                 *       "fact": "trip.speed_samples",
                 *       "operator": "lessThan",
                 *       "value": 5
                 *     }
                 * @example {
                 *       "fact": "trip.events.count",
                 *       "params": {
                 *         "type": "COLLISION"
                 *       },
                 *       "operator": "greaterThanInclusive",
                 *       "value": 1
                 *     }
                 * @example {
                 *       "fact": "trip.events.duration_seconds",
                 *       "params": {
                 *         "type": "PHONE_USE"
                 *       },
                 *       "operator": "greaterThan",
                 *       "value": 60
                 *     }
                 * @example {
                 *       "fact": "trip.events.per_100km",
                 *       "params": {
                 *         "type": "HARD_BRAKE"
                 *       },
                 *       "operator": "greaterThan",
                 *       "value": 10
                 *     }
                 * @example {
                 *       "fact": "trip.events.max_excess_kmph",
                 *       "operator": "greaterThanInclusive",
                 *       "value": 30
                 *     }
                 * @example {
                 *       "fact": "trip.speeding_seconds",
                 *       "params": {
                 *         "over_kmph": 20
                 *       },
                 *       "operator": "greaterThan",
                 *       "value": 60
                 *     }
                 * @example {
                 *       "fact": "driver.id",
                 *       "operator": "in",
                 *       "value": [
                 *         "d-17",
                 *         "d-42"
                 *       ]
                 *     }
                 * @example {
                 *       "fact": "driver.groups",
                 *       "operator": "contains",
                 *       "value": "north"
                 *     }
                 * @example {
                 *       "fact": "driver.score",
                 *       "operator": "lessThan",
                 *       "value": 60
                 *     }
                 * @example {
                 *       "fact": "driver.score_change",
                 *       "params": {
                 *         "over": "7d"
                 *       },
                 *       "operator": "lessThanInclusive",
                 *       "value": -10
                 *     }
                 * @example {
                 *       "fact": "driver.hard_brake_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.phone_use_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.rapid_acceleration_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.overspeeding_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.hard_turn_rating",
                 *       "operator": "lessThan",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.trip_count",
                 *       "operator": "greaterThanInclusive",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.distance_km",
                 *       "operator": "greaterThan",
                 *       "value": 50
                 *     }
                 * @example {
                 *       "fact": "driver.duration_seconds",
                 *       "operator": "greaterThan",
                 *       "value": 144000
                 *     }
                 * @example {
                 *       "fact": "driver.start_date",
                 *       "operator": "greaterThan",
                 *       "value": "2026-01-01"
                 *     }
                 * @example {
                 *       "fact": "driver.tenure_days",
                 *       "operator": "lessThan",
                 *       "value": 30
                 *     }
                 * @example {
                 *       "fact": "driver.highway_ratio",
                 *       "operator": "greaterThan",
                 *       "value": 0.8
                 *     }
                 * @example {
                 *       "fact": "driver.night_driving_fraction",
                 *       "operator": "greaterThan",
                 *       "value": 0.2
                 *     }
                 * @example {
                 *       "fact": "driver.devices_missing_data",
                 *       "operator": "contains",
                 *       "value": "gyroscope"
                 *     }
                 * @example {
                 *       "fact": "driver.attributes",
                 *       "path": "$.depot",
                 *       "operator": "equal",
                 *       "value": "north"
                 *     }
                 * @example {
                 *       "fact": "driver.events.count",
                 *       "params": {
                 *         "type": "PHONE_USE",
                 *         "window": "7d"
                 *       },
                 *       "operator": "greaterThanInclusive",
                 *       "value": 3
                 *     }
                 * @example {
                 *       "fact": "driver.events.per_100km",
                 *       "params": {
                 *         "type": "HARD_BRAKE",
                 *         "window": "30d"
                 *       },
                 *       "operator": "greaterThan",
                 *       "value": 5
                 *     }
                 * @example {
                 *       "fact": "driver.events.per_hour",
                 *       "params": {
                 *         "type": "PHONE_USE",
                 *         "window": "7d"
                 *       },
                 *       "operator": "greaterThan",
                 *       "value": 2
                 *     }
                 * @example {
                 *       "fact": "driver.rule_alerts",
                 *       "params": {
                 *         "rule": "repeated-phone-use",
                 *         "window": "30d"
                 *       },
                 *       "operator": "greaterThanInclusive",
                 *       "value": 2
                 *     }
                 * @example {
                 *       "fact": "fleet.score",
                 *       "operator": "lessThan",
                 *       "value": 70
                 *     }
                 * @example {
                 *       "fact": "fleet.score_change",
                 *       "params": {
                 *         "over": "7d"
                 *       },
                 *       "operator": "lessThan",
                 *       "value": -3
                 *     }
                 * @example {
                 *       "fact": "group.score",
                 *       "operator": "lessThan",
                 *       "value": 70
                 *     }
                 * @example {
                 *       "fact": "group.score_change",
                 *       "params": {
                 *         "over": "7d"
                 *       },
                 *       "operator": "lessThan",
                 *       "value": -3
                 *     }
                 */
                RuleComparison: {
                    fact: components["schemas"]["Rule"]["$defs"]["RuleFact"];
                    /** @description Your own name for it: templates use facts['name']. */
                    name?: string;
                    operator: components["schemas"]["Rule"]["$defs"]["RuleOperator"];
                    /**
                     * @description Parameters of the fact, such as type and window.
                     * @example {
                     *       "type": "PHONE_USE",
                     *       "window": "7d"
                     *     }
                     * @example {
                     *       "type": "COLLISION"
                     *     }
                     * @example {
                     *       "over": "7d"
                     *     }
                     * @example {
                     *       "over_kmph": 20
                     *     }
                     */
                    params?: {
                        [key: string]: string | number;
                    };
                    /**
                     * @description Path to a part of driver.attributes, own properties only.
                     * @example $.depot
                     * @example $.vehicle.tonnes
                     */
                    path?: string;
                    /** @description Order of evaluation, highest first; it changes no result. */
                    priority?: number;
                    /** @description What the fact is compared with: a value, a list of values, or another fact. */
                    value: (string | number | boolean) | (string | number | boolean)[] | {
                        fact: components["schemas"]["Rule"]["$defs"]["RuleFact"];
                        /**
                         * @description Parameters of the fact, such as type and window.
                         * @example {
                         *       "type": "PHONE_USE",
                         *       "window": "7d"
                         *     }
                         * @example {
                         *       "type": "COLLISION"
                         *     }
                         * @example {
                         *       "over": "7d"
                         *     }
                         * @example {
                         *       "over_kmph": 20
                         *     }
                         */
                        params?: {
                            [key: string]: string | number;
                        };
                        /**
                         * @description Path to a part of driver.attributes, own properties only.
                         * @example $.depot
                         * @example $.vehicle.tonnes
                         */
                        path?: string;
                    };
                } & (unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown);
                /** @description The fact that is compared. */
                RuleFact: "trip.distance_km" | "trip.duration_seconds" | "trip.max_speed_kmph" | "trip.start_time" | "trip.end_time" | "trip.local_hour" | "trip.local_weekday" | "trip.age_seconds" | "trip.session_id" | "trip.tracking_id" | "trip.insurance_period" | "trip.score" | "trip.hard_brake_rating" | "trip.phone_use_rating" | "trip.rapid_acceleration_rating" | "trip.overspeeding_rating" | "trip.hard_turn_rating" | "trip.path_points" | "trip.speed_samples" | "trip.events.count" | "trip.events.duration_seconds" | "trip.events.per_100km" | "trip.events.max_excess_kmph" | "trip.speeding_seconds" | "driver.id" | "driver.groups" | "driver.score" | "driver.score_change" | "driver.hard_brake_rating" | "driver.phone_use_rating" | "driver.rapid_acceleration_rating" | "driver.overspeeding_rating" | "driver.hard_turn_rating" | "driver.trip_count" | "driver.distance_km" | "driver.duration_seconds" | "driver.start_date" | "driver.tenure_days" | "driver.highway_ratio" | "driver.night_driving_fraction" | "driver.devices_missing_data" | "driver.attributes" | "driver.events.count" | "driver.events.per_100km" | "driver.events.per_hour" | "driver.rule_alerts" | "fleet.score" | "fleet.score_change" | "group.score" | "group.score_change" | string;
                /** @description How the fact is compared. */
                RuleOperator: "equal" | "notEqual" | "lessThan" | "lessThanInclusive" | "greaterThan" | "greaterThanInclusive" | "in" | "notIn" | "contains" | "doesNotContain" | "between" | "startsWith" | "containsText" | "isKnown";
                /** @description Hours in which the action is held, except for critical alerts; what was held is sent as one message when they end. */
                RuleQuietHours: {
                    /** @description Days on which the hours begin; default: every day. */
                    days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                    /** @example 22:00 */
                    from: string;
                    /** @example Europe/Berlin */
                    timezone: string;
                    /** @example 22:00 */
                    to: string;
                };
                /** @description Collects alerts, except critical ones, and sends those of all rules for one recipient as one summary at the end of each window. */
                RuleBatch: {
                    /**
                     * @description Time of day at which the summary is sent.
                     * @example 22:00
                     */
                    at?: string;
                    /** @description Days on which it is sent; default: every day. */
                    days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                    /**
                     * @description Length of a window, counted from the fleet's midnight: whole minutes that divide a day, such as 15m, 1h, 4h or 24h, or whole days up to 7d.
                     * @example 1h
                     * @example 4h
                     * @example 24h
                     * @example 7d
                     */
                    every?: string;
                    /** @example Europe/Berlin */
                    timezone?: string;
                };
            };
        };
        RuleDecision: {
            /** @description The shared conditions that the rule uses, with their versions. */
            conditions?: {
                id: string;
                version: number;
            }[];
            /** @enum {string} */
            mode: "off" | "shadow" | "live";
            name: string;
            /** @description For a rule that did not match: which condition was missed, and by how much (the nearest miss). */
            nearest_miss?: {
                actual?: unknown;
                /**
                 * @description A value was a lower bound only: the gap is at least this large.
                 * @enum {boolean}
                 */
                at_least?: true;
                fact: string;
                /** @description The distance from the threshold, in the fact’s unit; seconds for times, days for dates. */
                gap?: number;
                name?: string;
                operator: string;
                params?: {
                    [key: string]: unknown;
                };
                path?: string;
                /** @description The condition’s place in the rule. */
                pointer: string;
                /** @description The gap as a share of the threshold. */
                relative_gap?: number;
                value?: unknown;
            };
            /** @enum {string} */
            outcome: "matched" | "not_matched" | "unknown" | "failed" | "out_of_scope";
            reason: string;
            rule: string;
            /** @description The explanation in one or more sentences. */
            sentence: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            trace?: components["schemas"]["TraceNode"];
            /**
             * @description A draft on trial: it runs in shadow beside the published version.
             * @enum {boolean}
             */
            trial?: true;
            /** @description 0: a draft. */
            version: number;
        };
        RuleVersion: {
            /** Format: date-time */
            at: string;
            by?: string;
            /** @description The version whose content this one repeats. */
            rolled_back_from?: number;
            rule?: components["schemas"]["Rule"];
            /**
             * @description Made for a trial; never published.
             * @enum {boolean}
             */
            trial?: true;
            version: number;
            /** @description Name of the token. */
            who: string;
            why?: string;
        };
        RuleWeek: {
            /** @description Alerts that were sent. */
            alerts: number;
            /** @description From the opening to the first answer. */
            answer_seconds?: {
                median: number;
                p90: number;
            };
            confirmed: number;
            false_alarm: number;
            /** @description Incidents that its alerts opened. */
            incidents: number;
            not_driver: number;
            other: number;
            /** @description From the opening to the end. */
            resolve_seconds?: {
                median: number;
                p90: number;
            };
            rule: string;
            /** @description Alerts that were not sent: silenced, throttled, in shadow and so on. */
            stopped: number;
            /** @description All steps ran and nobody had acknowledged. */
            unanswered: number;
            unresolved: number;
            /**
             * Format: date
             * @description The week's Monday in the fleet's time zone.
             */
            week: string;
        };
        /**
         * Tripline settings
         * @description The settings of a fleet. Every field has a default.
         */
        Settings: {
            /** @description Location of the schema, for editors. */
            $schema?: string;
            /** @description How e-mails of the fleet look. */
            brand?: {
                /**
                 * @description The colour of buttons in e-mails. White text on it must have a contrast of at least 4.5.
                 * @example #12395f
                 */
                accent?: string;
                /**
                 * @description The logo at the top of e-mails: an https address, or a `data:` address of at most 10000 characters.
                 * @example https://example.com/logo.png
                 */
                logo?: string;
                /**
                 * @description The name under which messages are sent; default: the fleet’s name.
                 * @example Acme Logistics
                 */
                name?: string;
            };
            /**
             * @description Where a driver’s attributes, as the service sends them, hold the fields of the driver record. A field that the directory has takes precedence.
             * @default {}
             */
            driver_fields: {
                /**
                 * @description Where a driver’s attributes hold it. An e-mail address.
                 * @example $.email
                 */
                email?: string;
                /**
                 * @description Where a driver’s attributes hold it. The employee number.
                 * @example $.employee_number
                 */
                employee_number?: string;
                /**
                 * @description Where a driver’s attributes hold it. The driver’s language as a code, such as `de` or `en-GB`.
                 * @example $.language
                 */
                language?: string;
                /**
                 * @description Where a driver’s attributes hold it. Its license plate.
                 * @example $.license_plate
                 */
                license_plate?: string;
                /**
                 * @description Where a driver’s attributes hold it. The e-mail address of the driver’s manager.
                 * @example $.manager_email
                 */
                manager_email?: string;
                /**
                 * @description Where a driver’s attributes hold it. The driver’s name.
                 * @example $.name
                 */
                name?: string;
                /**
                 * @description Where a driver’s attributes hold it. A phone number.
                 * @example $.phone
                 */
                phone?: string;
                /**
                 * @description Where a driver’s attributes hold it. The region or depot.
                 * @example $.region
                 */
                region?: string;
                /**
                 * @description Where a driver’s attributes hold it. The vehicle, in words.
                 * @example $.vehicle
                 */
                vehicle?: string;
            };
            /**
             * @description Always `settings`.
             * @default settings
             * @constant
             */
            id: "settings";
            /**
             * @description The language of messages and pages, and of digests that do not set one: English or German.
             * @default en
             * @enum {string}
             */
            language: "en" | "de";
            /**
             * @description What messages and the pages behind their links show of a driver.
             * @default {
             *       "name": true,
             *       "phone": true,
             *       "email": false,
             *       "vehicle": true,
             *       "license_plate": true,
             *       "employee_number": false,
             *       "manager_email": false,
             *       "region": true,
             *       "language": true,
             *       "path_pictures": true,
             *       "coaching_emails": false
             *     }
             */
            privacy: {
                /**
                 * @description Whether a driver may be sent e-mails.
                 * @default false
                 */
                coaching_emails: boolean;
                /**
                 * @description Whether messages show it. An e-mail address.
                 * @default false
                 */
                email: boolean;
                /**
                 * @description Whether messages show it. The employee number.
                 * @default false
                 */
                employee_number: boolean;
                /**
                 * @description Whether messages show it. The driver’s language as a code, such as `de` or `en-GB`.
                 * @default true
                 */
                language: boolean;
                /**
                 * @description Whether messages show it. Its license plate.
                 * @default true
                 */
                license_plate: boolean;
                /**
                 * @description Whether messages show it. The e-mail address of the driver’s manager.
                 * @default false
                 */
                manager_email: boolean;
                /**
                 * @description Whether messages show it. The driver’s name.
                 * @default true
                 */
                name: boolean;
                /**
                 * @description Whether messages and pages show the picture of a trip’s path, and incidents the street address of their place. The shape of a path can be matched to a map. When off, neither the geocoder nor the tile server is asked.
                 * @default true
                 */
                path_pictures: boolean;
                /**
                 * @description Whether messages show it. A phone number.
                 * @default true
                 */
                phone: boolean;
                /**
                 * @description Whether messages show it. The region or depot.
                 * @default true
                 */
                region: boolean;
                /**
                 * @description Whether messages show it. The vehicle, in words.
                 * @default true
                 */
                vehicle: boolean;
            };
            /**
             * @description The unit of distances in digests that do not set one.
             * @default km
             * @enum {string}
             */
            units: "km" | "miles";
        };
        SettingsVersion: {
            /** Format: date-time */
            at: string;
            by?: string;
            /** @description The version whose content this one repeats. */
            rolled_back_from?: number;
            settings?: components["schemas"]["Settings"];
            /**
             * @description Made for a trial; never published.
             * @enum {boolean}
             */
            trial?: true;
            version: number;
            /** @description Name of the token. */
            who: string;
            why?: string;
        };
        Silence: {
            /** @description Whether it is active now. */
            active: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description Name of the token. */
            created_by: string;
            drivers?: string[];
            /** @description `true`: nothing was created. */
            dry_run?: boolean;
            /**
             * Format: date-time
             * @description When it was ended early.
             */
            ended_at?: string;
            ended_by?: string;
            ended_why?: string;
            groups?: string[];
            id: string;
            reason: string;
            rules?: string[];
            /**
             * Format: date-time
             * @description When it ends, or would have ended.
             */
            until: string;
            /** @description Only when created: drivers of whom nothing is stored yet, which may be mistyped. */
            warnings?: {
                allowed?: string[];
                message: string;
                /** @description JSON pointer; empty for the document itself. */
                pointer: string;
            }[];
        };
        StoredCondition: {
            /** @description The published condition. */
            condition?: components["schemas"]["Condition"];
            /** @description Saved and not published. */
            draft?: components["schemas"]["Condition"];
            /** Format: date-time */
            draft_at?: string;
            draft_by?: string;
            /**
             * @description Identifies this draft; publishing with it refuses any other draft.
             * @example a3f1c09e5b7d2468ace0
             */
            draft_hash?: string;
            id: string;
            /** Format: date-time */
            published_at?: string;
            /** Format: date-time */
            trial_since?: string;
            /** @description Runs in shadow beside the published version. */
            trial_version?: number;
            /** Format: date-time */
            updated_at: string;
            /** @description The published version; absent: none. */
            version?: number;
        };
        StoredDigest: {
            /** @description The published digest. */
            digest?: components["schemas"]["Digest"];
            /** @description Saved and not published. */
            draft?: components["schemas"]["Digest"];
            /** Format: date-time */
            draft_at?: string;
            draft_by?: string;
            /**
             * @description Identifies this draft; publishing with it refuses any other draft.
             * @example a3f1c09e5b7d2468ace0
             */
            draft_hash?: string;
            id: string;
            /** Format: date-time */
            published_at?: string;
            /** Format: date-time */
            trial_since?: string;
            /** @description Runs in shadow beside the published version. */
            trial_version?: number;
            /** Format: date-time */
            updated_at: string;
            /** @description The published version; absent: none. */
            version?: number;
        };
        StoredEscalationPolicy: {
            /** @description Saved and not published. */
            draft?: components["schemas"]["EscalationPolicy"];
            /** Format: date-time */
            draft_at?: string;
            draft_by?: string;
            /**
             * @description Identifies this draft; publishing with it refuses any other draft.
             * @example a3f1c09e5b7d2468ace0
             */
            draft_hash?: string;
            /** @description The published escalation policy. */
            escalation_policy?: components["schemas"]["EscalationPolicy"];
            id: string;
            /** Format: date-time */
            published_at?: string;
            /** Format: date-time */
            trial_since?: string;
            /** @description Runs in shadow beside the published version. */
            trial_version?: number;
            /** Format: date-time */
            updated_at: string;
            /** @description The published version; absent: none. */
            version?: number;
        };
        StoredNotification: {
            /** @description Only for unknown types; it may contain positions. Omitted if it is larger than 262144 bytes. */
            body?: {
                [key: string]: unknown;
            };
            /** @description Length of the stored body. */
            body_bytes?: number;
            driver_id?: string;
            id: string;
            /** Format: date-time */
            received_at: string;
            /** @enum {string} */
            source: "webhook" | "replay" | "reconciler";
            trip_id?: string;
            type: string;
            version?: number;
        };
        StoredRotation: {
            /** @description Saved and not published. */
            draft?: components["schemas"]["Rotation"];
            /** Format: date-time */
            draft_at?: string;
            draft_by?: string;
            /**
             * @description Identifies this draft; publishing with it refuses any other draft.
             * @example a3f1c09e5b7d2468ace0
             */
            draft_hash?: string;
            id: string;
            /** Format: date-time */
            published_at?: string;
            /** @description The published rotation. */
            rotation?: components["schemas"]["Rotation"];
            /** Format: date-time */
            trial_since?: string;
            /** @description Runs in shadow beside the published version. */
            trial_version?: number;
            /** Format: date-time */
            updated_at: string;
            /** @description The published version; absent: none. */
            version?: number;
        };
        StoredRoute: {
            /** @description Saved and not published. */
            draft?: components["schemas"]["Route"];
            /** Format: date-time */
            draft_at?: string;
            draft_by?: string;
            /**
             * @description Identifies this draft; publishing with it refuses any other draft.
             * @example a3f1c09e5b7d2468ace0
             */
            draft_hash?: string;
            id: string;
            /** Format: date-time */
            published_at?: string;
            /** @description The published recipient route. */
            route?: components["schemas"]["Route"];
            /** Format: date-time */
            trial_since?: string;
            /** @description Runs in shadow beside the published version. */
            trial_version?: number;
            /** Format: date-time */
            updated_at: string;
            /** @description The published version; absent: none. */
            version?: number;
        };
        StoredRule: {
            /** @description Saved and not published. */
            draft?: components["schemas"]["Rule"];
            /** Format: date-time */
            draft_at?: string;
            draft_by?: string;
            /**
             * @description Identifies this draft; publishing with it refuses any other draft.
             * @example a3f1c09e5b7d2468ace0
             */
            draft_hash?: string;
            id: string;
            /** Format: date-time */
            published_at?: string;
            /** @description The published rule. */
            rule?: components["schemas"]["Rule"];
            /** Format: date-time */
            trial_since?: string;
            /** @description Runs in shadow beside the published version. */
            trial_version?: number;
            /** Format: date-time */
            updated_at: string;
            /** @description The published version; absent: none. */
            version?: number;
        };
        StoredSettings: {
            /** @description Saved and not published. */
            draft?: components["schemas"]["Settings"];
            /** Format: date-time */
            draft_at?: string;
            draft_by?: string;
            /**
             * @description Identifies this draft; publishing with it refuses any other draft.
             * @example a3f1c09e5b7d2468ace0
             */
            draft_hash?: string;
            id: string;
            /** Format: date-time */
            published_at?: string;
            /** @description The published settings document. */
            settings?: components["schemas"]["Settings"];
            /** Format: date-time */
            trial_since?: string;
            /** @description Runs in shadow beside the published version. */
            trial_version?: number;
            /** Format: date-time */
            updated_at: string;
            /** @description The published version; absent: none. */
            version?: number;
        };
        Token: {
            /** Format: date-time */
            created_at?: string;
            /** Format: date-time */
            expires_at?: string;
            groups?: string[];
            /** @description Of a personal token. */
            id?: string;
            /** @enum {string} */
            kind: "service_token" | "personal_token";
            /** Format: date-time */
            last_used_at?: string;
            name: string;
            /** @description The person whose personal token it is. */
            owner?: string;
            /**
             * @description The most it may do.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
        };
        /** @description Mirrors the conditions. A group has `all`, `any`, `not` or `condition` with `of`; a comparison has the required and the actual value. Every node has its `result`. */
        TraceNode: {
            /** @description The fact’s value; absent when unknown. */
            actual?: unknown;
            all?: components["schemas"]["TraceNode"][];
            any?: components["schemas"]["TraceNode"][];
            /**
             * @description The value is a lower bound, since events of some trips did not arrive. The result is `unknown` unless it is the same for every larger value.
             * @constant
             */
            at_least?: true;
            /** @description The other fact’s value. */
            compared?: unknown;
            /**
             * @description The other fact’s value is a lower bound.
             * @constant
             */
            compared_at_least?: true;
            /** @description Name of a shared condition. */
            condition?: string;
            fact?: string;
            /**
             * Format: date-time
             * @description Where stored history begins, when that is inside the window.
             */
            history_since?: string;
            name?: string;
            not?: components["schemas"]["TraceNode"];
            of?: components["schemas"]["TraceNode"];
            operator?: string;
            params?: Record<string, never>;
            path?: string;
            /** @enum {string} */
            result: "true" | "false" | "unknown";
            /**
             * Format: date
             * @description UTC date on which Tripline deleted a trip of the driver: the change is counted from the score after it.
             */
            since_deletion?: string;
            /** @description How many trips’ events did not arrive. */
            trips_without_events?: number;
            unknown_because?: string;
            /** @description The rule’s value, or the other fact it compares with. */
            value?: unknown;
            /**
             * Format: date-time
             * @description End of the window. Present if the trip arrived late: the window then ends with a later trip.
             */
            window_end?: string;
        };
        TrialComparison: {
            /** @description Trips on which both alert. */
            both: number;
            by?: string;
            examples: {
                only_new: {
                    /** Format: date-time */
                    at: string;
                    driver_id: string;
                    trip_id: string;
                }[];
                only_old: {
                    /** Format: date-time */
                    at: string;
                    driver_id: string;
                    trip_id: string;
                }[];
                /** @description Those of the trial. */
                undecided: {
                    /** Format: date-time */
                    at: string;
                    driver_id: string;
                    trip_id: string;
                }[];
            };
            /** @description Alerts the trial would have sent, after throttle and budget. */
            new: number;
            /** @description Those of the published version. */
            old: number;
            only_new: number;
            only_old: number;
            published_version: number;
            /**
             * Format: date-time
             * @description Start of the comparison: when the trial began, or the other version was published.
             */
            since: string;
            /** @description Trips evaluated since then. */
            trips: number;
            /** @description Trips that a version could not decide. */
            undecided: {
                new: {
                    /** @description The evaluation failed. */
                    failed: number;
                    /** @description A fact was not known. */
                    unknown: number;
                };
                old: {
                    /** @description The evaluation failed. */
                    failed: number;
                    /** @description A fact was not known. */
                    unknown: number;
                };
            };
            /** @description The version on trial. */
            version: number;
            who: string;
            why?: string;
        };
        Trip: {
            /** Format: date-time */
            decided_at?: string;
            distance_km?: number;
            driver_id: string;
            /** @description The driver’s name, from the driver record; absent: none is known. */
            driver_name?: string;
            duration_seconds?: number;
            end_time?: string;
            /** Format: date-time */
            first_received_at: string;
            max_speed_kmph?: number;
            /** @description Why it is in that state. */
            reason?: string;
            /**
             * @description `reconciler`: no notification arrived; the trip was recovered by reconciliation.
             * @enum {string}
             */
            received_from?: "webhook" | "replay" | "reconciler";
            /** @description 0 until first evaluated. */
            revision: number;
            /** @description null: cannot be rated. */
            score?: number | null;
            session_id?: string;
            /** @description As the service sent it. */
            start_time?: string;
            /** @enum {string} */
            state: "waiting" | "decided" | "parked" | "deleted" | "gone";
            tracking_id?: string;
            trip_id: string;
        };
        User: {
            /** Format: date-time */
            disabled_at?: string;
            /** @description Only if the issuer verified it. */
            email?: string;
            id: string;
            issuer: string;
            /** Format: date-time */
            last_sign_in_at: string;
            name: string;
            /**
             * @description Absent: the newest sign-in granted none.
             * @enum {string}
             */
            role?: "viewer" | "editor" | "admin";
            /** @enum {string} */
            state: "active" | "disabled" | "no_role";
        };
        WebhookSecret: {
            /** @description Earlier secrets that remain valid for a day after a rotation, newest first. */
            earlier: {
                generation: number;
                secret: string;
                /** Format: date-time */
                signs_until: string;
            }[];
            /** @description 1 at first, one more with each rotation. */
            generation: number;
            /**
             * @description Scheme, host and port.
             * @example https://hooks.example.com
             */
            origin: string;
            /**
             * @description For a Standard Webhooks library, as it is.
             * @example whsec_3cpWZhk9bLBGGtjCsKzEnJRSYTx3Fz3CrDUyV7nmHUA=
             */
            secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    answerPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The signed part of a link in a message. */
                signed: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is damaged or has expired, or the incident is no longer stored. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    answerByPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The signed part of a link in a message. */
                signed: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answer": "acknowledge"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @enum {string} */
                    answer: "acknowledge" | "snooze" | "escalate" | "resolve";
                    /** @enum {string} */
                    disposition?: "confirmed" | "false_alarm" | "not_driver" | "other";
                    key?: string;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description No valid answer was chosen. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The link is damaged or has expired, or the incident is no longer stored. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Larger than 65536 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAlarms: {
        parameters: {
            query?: {
                /** @description `true`: only open alarms. */
                open?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alarms, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Alarm"][];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Of this driver. */
                driver_id?: string;
                /** @description At or after this time. */
                from?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
                /** @description Of this rule. */
                rule?: string;
                severity?: "info" | "warning" | "critical";
                state?: "raised" | "held" | "stopped";
                /** @description Before. */
                to?: string;
                /** @description Of this trip; name the driver too. */
                trip_id?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alerts, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Alert"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertWithDeliveries"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Such as `rule.published`. */
                action?: string;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description At or after this time. */
                from?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
                /** @description A rule’s id; `driver/trip` for a trip. */
                subject_id?: string;
                /** @description Such as `rule` or `trip`. */
                subject_type?: string;
                /** @description Before. */
                to?: string;
                /** @description Name of the token. */
                who?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entries, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBackfills: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Backfills, newest first, without their progress. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedBackfill"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-03-01",
                 *       "to": "2026-03-31"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Whether trips without a decision are evaluated and alerts are sent, as if their notifications arrived now.
                     * @default false
                     */
                    alerts?: boolean;
                    /**
                     * Format: date
                     * @description First day, as the service counts: UTC.
                     */
                    from: string;
                    /**
                     * Format: date
                     * @description Last day, included.
                     */
                    to: string;
                };
            };
        };
        responses: {
            /** @description It has started. */
            202: {
                headers: {
                    /** @description Its address. */
                    location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string;
                        id: string;
                        /** @enum {string} */
                        state: "waiting";
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A backfill of the fleet is running; `id` and `address` name it. Or the fleet has no analytics service. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backfill. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backfill"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backfill as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backfill"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBacktests: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Back-tests, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedBacktest"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rule_id": "collision",
                 *       "version": "draft",
                 *       "from": "2026-03-01",
                 *       "to": "2026-03-31"
                 *     }
                 */
                "application/json": {
                    /** @description Shared conditions to use with the rule, as whole documents: each replaces the published one with its id. They are stored with this request only. */
                    conditions?: components["schemas"]["Condition"][];
                    /**
                     * Format: date
                     * @description First day, on the fleet’s calendar.
                     * @example 2026-03-01
                     */
                    from: string;
                    rule?: components["schemas"]["Rule"];
                    /** @description A stored rule, instead of `rule`. */
                    rule_id?: string;
                    /**
                     * Format: date
                     * @description Last day, included.
                     * @example 2026-03-01
                     */
                    to: string;
                    /** @description Of a stored rule: a published version, or `draft`. Default: the draft if there is one, otherwise the published version. */
                    version?: number | "draft";
                };
            };
        };
        responses: {
            /** @description It has started. */
            202: {
                headers: {
                    /** @description Its address. */
                    location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string;
                        id: string;
                        /** @enum {string} */
                        state: "waiting";
                        /** @description Groups, attributes and drivers in the rule that the fleet does not have. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many back-tests of the fleet are running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 30 such requests of this token in a minute, or 4 at once, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The back-test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The back-test as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConditions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Most recently changed first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StoredCondition"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCondition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The condition. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredCondition"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putCondition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Condition"];
            };
        };
        responses: {
            /** @description The draft as saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft?: components["schemas"]["Condition"];
                        /**
                         * @description Identifies this draft; publishing with it refuses any other draft.
                         * @example a3f1c09e5b7d2468ace0
                         */
                        draft_hash: string;
                        id: string;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retireCondition: {
        parameters: {
            query?: {
                /** @description The reason, for the history. */
                why?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a version was published until now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        retired: boolean;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A published document uses it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishCondition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "Agreed with the depot."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    /** @description The `draft_hash` that PUT returned. If the draft has changed since, for example because someone else saved it, the answer is 409. Absent: the current draft. */
                    draft_hash?: string;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is neither a draft nor a published version, or the draft has changed; or the fleet has 1000 published conditions already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollBackCondition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 2,
                 *       "why": "Version 3 alerted too often."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    version: number;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The fleet has 1000 published conditions already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConditionVersions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ConditionVersion"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fleetConditionSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateCondition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Condition"];
            };
        };
        responses: {
            /** @description Errors and warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                        valid: boolean;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCoverage: {
        parameters: {
            query?: {
                /** @description First date, UTC; default: two weeks before `to`. */
                from?: string;
                /** @description Last date, included; default: today. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coverage"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 120 such requests of this token in a minute, or 4 at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Dead letters, newest first, without bodies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DeadLetter"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dead letter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterWithBody"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeletions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Of this driver. */
                driver_id?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
                /** @description Of this rule. */
                rule?: string;
                state?: "requested" | "approved" | "rejected" | "expired" | "deleting" | "deleted" | "refused" | "gone" | "unknown_outcome";
                /** @description Of this trip; name the driver too. */
                trip_id?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Deletion"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approveDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "Ann",
                 *       "note": "A test drive."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name. */
                    by?: string;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The deletion as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too late: `state` is what it is now, `decided_who` and `decided_by` who was first, `open_deletion` the later deletion request for the trip. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rejectDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "Ann",
                 *       "note": "A test drive."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name. */
                    by?: string;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The deletion as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too late: `state` is what it is now, `decided_who` and `decided_by` who was first, `open_deletion` the later deletion request for the trip. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeletionSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deletion_id: string;
                        driver_id: string;
                        id: string;
                        /** Format: date-time */
                        taken_at: string;
                        /** @description As the service sent it. */
                        trip: {
                            [key: string]: unknown;
                        };
                        trip_id: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Of this driver. */
                driver_id?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
                /** @description Of this rule. */
                rule?: string;
                state?: "pending" | "sent" | "held" | "skipped" | "unconfirmed" | "failed";
                /** @description Of this trip; name the driver too. */
                trip_id?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Delivery"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDigests: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Most recently changed first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StoredDigest"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDigest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The digest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredDigest"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putDigest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Digest"];
            };
        };
        responses: {
            /** @description The draft as saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft?: components["schemas"]["Digest"];
                        /**
                         * @description Identifies this draft; publishing with it refuses any other draft.
                         * @example a3f1c09e5b7d2468ace0
                         */
                        draft_hash: string;
                        id: string;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retireDigest: {
        parameters: {
            query?: {
                /** @description The reason, for the history. */
                why?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a version was published until now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        retired: boolean;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewDigest: {
        parameters: {
            query?: {
                /** @description The last date of the period to compare with. */
                compare?: string;
                /** @description Its last date; default: the last complete period. */
                period?: string;
                /** @description `draft`, or a version; default: the published version, or the draft if there is none. */
                version?: "draft" | number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The digest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The query is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such digest or version, or another fleet’s token. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many previews of the fleet are being made. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 60 previews of this token in a minute. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable, or the digest could not be made. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It is still being made: try again in a minute. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishDigest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "Agreed with the depot."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    /** @description The `draft_hash` that PUT returned. If the draft has changed since, for example because someone else saved it, the answer is 409. Absent: the current draft. */
                    draft_hash?: string;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is neither a draft nor a published version, or the draft has changed; or the fleet has 1000 published digests already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollBackDigest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 2,
                 *       "why": "Version 3 alerted too often."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    version: number;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The fleet has 1000 published digests already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDigestRuns: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its runs, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DigestRun"][];
                        next_cursor?: string;
                        /** @description Who has unsubscribed. */
                        unsubscribed: {
                            address: string;
                            /** Format: date-time */
                            at: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendDigest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "why": "The board meets.",
                 *       "period": "2026-03-29",
                 *       "to": [
                 *         "me@example.com"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** Format: date */
                    compare?: string;
                    /** Format: date */
                    period?: string;
                    to?: (string)[];
                    why: string;
                };
            };
        };
        responses: {
            /** @description The digest is being made. */
            202: {
                headers: {
                    /** @description Where to see the outcome. */
                    location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string;
                        /** @description Whole UTC dates, both included. */
                        compared_with: {
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                        };
                        id: string;
                        /** @description Whole UTC dates, both included. */
                        period: {
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                        };
                        /** @enum {string} */
                        state: "gathering";
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It has no published version. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDigestVersions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DigestVersion"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fleetDigestSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateDigest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Digest"];
            };
        };
        responses: {
            /** @description Errors and warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                        valid: boolean;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDrivers: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
                /** @description The beginning of an id, or a part of a name. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Drivers in the order of their ids. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Driver"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDriver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the driver, percent-encoded. */
                driver_id: string;
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The driver. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverWithOrigins"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseDriver: {
        parameters: {
            query?: {
                /** @description Whether to answer how much would be removed, and remove nothing. Default: false. */
                dry_run?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the driver, percent-encoded. */
                driver_id: string;
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "why": "Request of 3 March, ticket 4711."
                 *     }
                 */
                "application/json": {
                    /** @description Why; it stays in the audit log, so do not name the driver in it. */
                    why: string;
                };
            };
        };
        responses: {
            /** @description A dry run: what would be removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasurePreview"];
                };
            };
            /** @description Its state. */
            202: {
                headers: {
                    /** @description Its address. */
                    location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An incident of the driver is not resolved, or a deletion of a trip has not ended: `incidents` and `deletions` list them, and `detail` names the first ten of each. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportDriver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the driver, percent-encoded. */
                driver_id: string;
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nothing is stored about this driver. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 30 such requests of this token in a minute, or 2 at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importDrivers: {
        parameters: {
            query?: {
                /** @description `true`: return what would change, and change nothing. Default: false. */
                dry_run?: "true" | "false";
                /** @description `true`: also remove drivers who are not in the import from the directory. Default: false. */
                prune?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "drivers": [
                 *         {
                 *           "driver_id": "d-17",
                 *           "name": "Ann Meyer",
                 *           "vehicle": "Van 12",
                 *           "phone": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    drivers: {
                        driver_id: string;
                        email?: string | null;
                        employee_number?: string | null;
                        language?: string | null;
                        license_plate?: string | null;
                        manager_email?: string | null;
                        name?: string | null;
                        phone?: string | null;
                        region?: string | null;
                        vehicle?: string | null;
                    }[];
                };
                /**
                 * @example driver_id,name,phone,vehicle
                 *     d-17,Ann Meyer,+49 30 123456,Van 12
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description What was changed, or would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryImport"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 16777216 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 60 such requests of this token in a minute, or 2 at once, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They do not name the driver. Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Erasure"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEscalationPolicies: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Most recently changed first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StoredEscalationPolicy"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The escalation policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredEscalationPolicy"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EscalationPolicy"];
            };
        };
        responses: {
            /** @description The draft as saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft?: components["schemas"]["EscalationPolicy"];
                        /**
                         * @description Identifies this draft; publishing with it refuses any other draft.
                         * @example a3f1c09e5b7d2468ace0
                         */
                        draft_hash: string;
                        id: string;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retireEscalationPolicy: {
        parameters: {
            query?: {
                /** @description The reason, for the history. */
                why?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a version was published until now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        retired: boolean;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A published document uses it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewEscalationPolicy: {
        parameters: {
            query?: {
                /** @description When the incident opens; default: now. */
                at?: string;
                /** @description Use the draft instead of the published version; default when nothing is published. */
                draft?: "true" | "false";
                /** @description The driver for whom recipient routes are resolved; without one, their defaults are shown. */
                driver?: string;
                /** @description Whether its trip arrived late. */
                late?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every page, in order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscalationPreview"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 300 such requests of this token in a minute: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "Agreed with the depot."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    /** @description The `draft_hash` that PUT returned. If the draft has changed since, for example because someone else saved it, the answer is 409. Absent: the current draft. */
                    draft_hash?: string;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is neither a draft nor a published version, or the draft has changed; or the fleet has 1000 published escalation policies already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollBackEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 2,
                 *       "why": "Version 3 alerted too often."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    version: number;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The fleet has 1000 published escalation policies already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEscalationPolicyVersions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["EscalationPolicyVersion"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fleetEscalationPolicySchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EscalationPolicy"];
            };
        };
        responses: {
            /** @description Errors and warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                        valid: boolean;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` that arrived last: the stream resumes after it, without loss or repetition. Browsers send it by themselves. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream, with a comment every 15 seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: incident
                     *     id: WzE3OTUwMDAwMDAwMDAsIjc0NTo3NDc6NzQ1Il0
                     *     data: {"kind":"incident","id":"17","state":"acknowledged"}
                     *
                     *     : ping
                     */
                    "text/event-stream": string;
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or 50 at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFeedback: {
        parameters: {
            query?: {
                /** @description First day. */
                from?: string;
                /** @description Of this rule. */
                rule?: string;
                /** @description Last day. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry a rule and week, the newest week first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RuleWeek"][];
                        timezone: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Of this driver. */
                driver_id?: string;
                /** @description Opened at or after this time. */
                from?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
                /** @description Run by this escalation policy. */
                policy?: string;
                /** @description Opened by this rule. */
                rule?: string;
                state?: "open" | "acknowledged" | "resolved";
                /** @description Opened before. */
                to?: string;
                /** @description Opened by this trip; name the driver too. */
                trip_id?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Incidents, newest first, without their timelines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Incident"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incident. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentWithTimeline"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acknowledgeIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Two calls with the same key have one effect: repeat the call when no answer arrived. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "Ann"
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name. */
                    by?: string;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The incident as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentWithTimeline"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too late: `detail` says who was first, `state` is what it is now. Or the key was used for a different answer. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    escalateIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Two calls with the same key have one effect: repeat the call when no answer arrived. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "Ann",
                 *       "note": "I am abroad."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name. */
                    by?: string;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The incident as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentWithTimeline"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too late: `detail` says who was first, `state` is what it is now. Or the key was used for a different answer. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    noteIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Two calls with the same key have one effect: repeat the call when no answer arrived. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "Ann",
                 *       "note": "The driver is well."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name. */
                    by?: string;
                    note: string;
                };
            };
        };
        responses: {
            /** @description The incident as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentWithTimeline"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too late: `detail` says who was first, `state` is what it is now. Or the key was used for a different answer. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reassignIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Two calls with the same key have one effect: repeat the call when no answer arrived. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "Ann",
                 *       "to": "Bob"
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name. */
                    by?: string;
                    note?: string;
                    /** @description The new assignee. */
                    to: string;
                };
            };
        };
        responses: {
            /** @description The incident as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentWithTimeline"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too late: `detail` says who was first, `state` is what it is now. Or the key was used for a different answer. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reopenIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Two calls with the same key have one effect: repeat the call when no answer arrived. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "Ann",
                 *       "note": "It was a car after all."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name. */
                    by?: string;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The incident as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentWithTimeline"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too late: `detail` says who was first, `state` is what it is now. Or the key was used for a different answer. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resolveIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Two calls with the same key have one effect: repeat the call when no answer arrived. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "Ann",
                 *       "disposition": "false_alarm",
                 *       "note": "A pothole."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name. */
                    by?: string;
                    /** @enum {string} */
                    disposition: "confirmed" | "false_alarm" | "not_driver" | "other";
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The incident as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentWithTimeline"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too late: `detail` says who was first, `state` is what it is now. Or the key was used for a different answer. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    snoozeIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Two calls with the same key have one effect: repeat the call when no answer arrived. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "Ann",
                 *       "minutes": 30,
                 *       "note": "I am driving there."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name. */
                    by?: string;
                    /** @description How long; default: 30. */
                    minutes?: number;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The incident as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentWithTimeline"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too late: `detail` says who was first, `state` is what it is now. Or the key was used for a different answer. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description About this driver. */
                driver_id?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
                /** @description About this trip; name the driver too. */
                trip_id?: string;
                /** @description Of this type, e.g. `TRIP_SCORED`. */
                type?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Notifications, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StoredNotification"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOutbox: {
        parameters: {
            query?: {
                /** @description `slack`, `email` or `webhook`. */
                channel?: string;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["OutboxEntry"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOutboxPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A PNG. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRotations: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Most recently changed first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StoredRotation"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rotation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredRotation"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putRotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The draft as saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft?: components["schemas"]["Rotation"];
                        /**
                         * @description Identifies this draft; publishing with it refuses any other draft.
                         * @example a3f1c09e5b7d2468ace0
                         */
                        draft_hash: string;
                        id: string;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retireRotation: {
        parameters: {
            query?: {
                /** @description The reason, for the history. */
                why?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a version was published until now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        retired: boolean;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A published document uses it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishRotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "Agreed with the depot."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    /** @description The `draft_hash` that PUT returned. If the draft has changed since, for example because someone else saved it, the answer is 409. Absent: the current draft. */
                    draft_hash?: string;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is neither a draft nor a published version, or the draft has changed; or the fleet has 1000 published rotations already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollBackRotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 2,
                 *       "why": "Version 3 alerted too often."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    version: number;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The fleet has 1000 published rotations already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRotationShifts: {
        parameters: {
            query?: {
                /** @description Use the draft instead of the published version; default when nothing is published. */
                draft?: "true" | "false";
                /** @description Shifts that end after it; default: now. */
                from?: string;
                /** @description Shifts that begin before it; default: eight weeks after `from`. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whole shifts, in order, without gaps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotationShifts"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRotationVersions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RotationVersion"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fleetRotationSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateRotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description Errors and warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                        valid: boolean;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRoutes: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Most recently changed first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StoredRoute"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recipient route. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredRoute"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Route"];
            };
        };
        responses: {
            /** @description The draft as saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft?: components["schemas"]["Route"];
                        /**
                         * @description Identifies this draft; publishing with it refuses any other draft.
                         * @example a3f1c09e5b7d2468ace0
                         */
                        draft_hash: string;
                        id: string;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retireRoute: {
        parameters: {
            query?: {
                /** @description The reason, for the history. */
                why?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a version was published until now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        retired: boolean;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A published document uses it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewRoute: {
        parameters: {
            query?: {
                /** @description Use the draft instead of the published version; default when nothing is published. */
                draft?: "true" | "false";
                /** @description Only what applies to this driver. */
                driver?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Recipients by entry and channel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutePreview"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 300 such requests of this token in a minute: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "Agreed with the depot."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    /** @description The `draft_hash` that PUT returned. If the draft has changed since, for example because someone else saved it, the answer is 409. Absent: the current draft. */
                    draft_hash?: string;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is neither a draft nor a published version, or the draft has changed; or the fleet has 1000 published recipient routes already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollBackRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 2,
                 *       "why": "Version 3 alerted too often."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    version: number;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The fleet has 1000 published recipient routes already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRouteVersions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RouteVersion"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fleetRouteSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Route"];
            };
        };
        responses: {
            /** @description Errors and warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                        valid: boolean;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRules: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Most recently changed first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StoredRule"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredRule"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rule"];
            };
        };
        responses: {
            /** @description The draft as saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft?: components["schemas"]["Rule"];
                        /**
                         * @description Identifies this draft; publishing with it refuses any other draft.
                         * @example a3f1c09e5b7d2468ace0
                         */
                        draft_hash: string;
                        id: string;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retireRule: {
        parameters: {
            query?: {
                /** @description The reason, for the history. */
                why?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a version was published until now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        retired: boolean;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "Agreed with the depot."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    /** @description The `draft_hash` that PUT returned. If the draft has changed since, for example because someone else saved it, the answer is 409. Absent: the current draft. */
                    draft_hash?: string;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is neither a draft nor a published version, or the draft has changed; or the fleet has 1000 published rules already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollBackRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 2,
                 *       "why": "Version 3 alerted too often."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    version: number;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The fleet has 1000 published rules already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTrial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the draft and the published version would have sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialComparison"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startTrial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "Is 4 in 7 days enough?"
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    /** @description The `draft_hash` that PUT returned. If the draft has changed since, for example because someone else saved it, the answer is 409. Absent: the current draft. */
                    draft_hash?: string;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The trial runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        since: string;
                        version: number;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no draft, the draft has changed, no version is published, or there is nothing to compare. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endTrial: {
        parameters: {
            query?: {
                /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                by?: string;
                /** @description The reason, for the history. */
                why?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The final comparison. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialComparison"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRuleVersions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RuleVersion"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fleetRuleSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rule"];
            };
        };
        responses: {
            /** @description Errors and warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                        valid: boolean;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredSettings"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Settings"];
            };
        };
        responses: {
            /** @description The draft as saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft?: components["schemas"]["Settings"];
                        /**
                         * @description Identifies this draft; publishing with it refuses any other draft.
                         * @example a3f1c09e5b7d2468ace0
                         */
                        draft_hash: string;
                        id: string;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retireSettings: {
        parameters: {
            query?: {
                /** @description The reason, for the history. */
                why?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a version was published until now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        retired: boolean;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "Agreed with the depot."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    /** @description The `draft_hash` that PUT returned. If the draft has changed since, for example because someone else saved it, the answer is 409. Absent: the current draft. */
                    draft_hash?: string;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is neither a draft nor a published version, or the draft has changed; or the fleet has 1000 published settings documents already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollBackSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 2,
                 *       "why": "Version 3 alerted too often."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    version: number;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        version: number;
                        /** @description Warnings about the published version; absent: none. */
                        warnings?: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The fleet has 1000 published settings documents already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fleetSettingsSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Settings"];
            };
        };
        responses: {
            /** @description Errors and warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                        valid: boolean;
                        warnings: {
                            allowed?: string[];
                            message: string;
                            /** @description JSON pointer; empty for the document itself. */
                            pointer: string;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 600 such requests of this token in a minute, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSettingsVersions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SettingsVersion"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSilences: {
        parameters: {
            query?: {
                /** @description `true`: only active ones. */
                active?: "true";
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Silences, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Silence"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                        /** @description Of the fleet. */
                        timezone: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSilence: {
        parameters: {
            query?: {
                /** @description Whether to answer what would be created, with its warnings, and create nothing. Default: false. */
                dry_run?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "roadworks-a1",
                 *       "reason": "Roadworks on the A1",
                 *       "until": "2026-12-01T18:00:00+01:00",
                 *       "rules": [
                 *         "hard-braking"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    /** @description Only alerts about these drivers. */
                    drivers?: string[];
                    /** @description Only alerts about drivers of these groups. */
                    groups?: string[];
                    id: string;
                    /** @description The reason; recorded in the audit log. */
                    reason: string;
                    /** @description Only alerts of these rules. */
                    rules?: string[];
                    /** Format: date-time */
                    until: string;
                };
            };
        };
        responses: {
            /** @description The silence. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Silence"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is, or was, a silence of this id. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The silence. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Silence"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSilence: {
        parameters: {
            query?: {
                /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                by?: string;
                why?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "The road is open again."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The silence as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Silence"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `editor`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    simulate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rule": {
                 *         "id": "collision",
                 *         "name": "Collision",
                 *         "conditions": {
                 *           "all": [
                 *             {
                 *               "fact": "trip.events.count",
                 *               "params": {
                 *                 "type": "COLLISION"
                 *               },
                 *               "operator": "greaterThan",
                 *               "value": 0
                 *             }
                 *           ]
                 *         },
                 *         "actions": [
                 *           {
                 *             "type": "slack",
                 *             "channel": "#fleet-safety"
                 *           }
                 *         ]
                 *       },
                 *       "trip": {
                 *         "driver_id": "d-17",
                 *         "trip_id": "1790000000000",
                 *         "info": {
                 *           "distance_km": 12.5,
                 *           "duration_seconds": 1500
                 *         },
                 *         "events": [
                 *           {
                 *             "event_type": 4,
                 *             "event_type_name": "COLLISION"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Shared conditions to use with the rule, as whole documents: each replaces the published one with its id. They are stored with this request only. */
                    conditions?: components["schemas"]["Condition"][];
                    rule?: components["schemas"]["Rule"];
                    /** @description A stored rule, instead of `rule`. */
                    rule_id?: string;
                    /** @description A stored trip by its two ids alone, or a trip as the service sends it together with its `driver_id`. */
                    trip: {
                        driver_id: string | number;
                        trip_id?: string | number;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Of a stored rule: a published version, or `draft`. Default: the draft if there is one, otherwise the published version. */
                    version?: number | "draft";
                };
            };
        };
        responses: {
            /** @description The decision with its trace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such trip, or another fleet’s token. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 6291456 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 60 such requests of this token in a minute, or 4 at once, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The analytics service refuses the API key. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The analytics service, Temporal or the database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No answer in time. Processing continues; `simulation` is the address of its answer. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSimulation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The simulation; without `decision` while there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        created_at: string;
                        decision?: components["schemas"]["Decision"];
                        /** Format: date-time */
                        finished_at?: string;
                        id: string;
                        who: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Service tokens, then personal tokens, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Token"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It opens nothing any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTrips: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Of this driver. */
                driver_id?: string;
                /** @description Ended at or after this time; received at or after it, if the end is unknown. */
                from?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
                state?: "waiting" | "decided" | "parked" | "deleted" | "gone";
                /** @description Ended before. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Trips, most recently received first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Trip"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTrip: {
        parameters: {
            query?: {
                /** @description Of the sentences of the decision: English or German. */
                language?: "en" | "de";
            };
            header?: never;
            path: {
                /** @description Id of the driver, percent-encoded. */
                driver_id: string;
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the trip, percent-encoded. */
                trip_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trip. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedTrip"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayTrip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the driver, percent-encoded. */
                driver_id: string;
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the trip, percent-encoded. */
                trip_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "effects": true,
                 *       "why": "The channel was missing in Slack."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    /** @default false */
                    effects?: boolean;
                    /** @description The reason, for the history. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The decision with its trace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such trip, or another fleet’s token. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The trip can no longer be evaluated. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The analytics service refuses the API key. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The analytics service, Temporal or the database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No answer in time. Processing continues; `simulation` is the address of its answer. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["User"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "Left the company."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The user as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "Left the company."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The user as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOutUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "why": "A lost laptop."
                 *     }
                 */
                "application/json": {
                    /** @description The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name. */
                    by?: string;
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The user as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or a token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookSecret: {
        parameters: {
            query: {
                /** @description The receiver’s origin, or any address there. */
                origin: string;
            };
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhooks to the receiver carry a signature by each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description WEBHOOK_SIGNING_SECRET is not set. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "origin": "https://hooks.example.com",
                 *       "why": "It was in a log."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The receiver’s origin, or any address there.
                     * @example https://hooks.example.com
                     */
                    origin: string;
                    why?: string;
                };
            };
        };
        responses: {
            /** @description The new secret, and those still valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token’s role is below `admin`, or the token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A token of another fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description WEBHOOK_SIGNING_SECRET is not set, or the secret was rotated 4 times in 24 hours. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address, or more than 100 requests with a body of this token at once: `Retry-After` says when to retry. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description You. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description The request cannot be read, or has a session and a bearer token. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token and no session, or one that opens nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible with this kind of token, or a page of another site sent it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description The request cannot be read, or has a session and a bearer token. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token and no session, or one that opens nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible with this kind of token, or a page of another site sent it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMyTokens: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of items, up to 200; a page of large items has fewer. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PersonalToken"][];
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The request cannot be read, or has a session and a bearer token. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token and no session, or one that opens nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible with this kind of token, or a page of another site sent it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createMyToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "laptop",
                 *       "fleet": "default",
                 *       "expires_in_days": 30
                 *     }
                 */
                "application/json": {
                    expires_in_days: number;
                    /** @description The fleet that it opens. */
                    fleet: string;
                    /** @description What it is for. */
                    name: string;
                    /**
                     * @description The most it may do; absent: what you may do now.
                     * @enum {string}
                     */
                    role?: "viewer" | "editor" | "admin";
                };
            };
        };
        responses: {
            /** @description The token, which is not shown again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        expires_at: string;
                        id: string;
                        /** @enum {string} */
                        role: "viewer" | "editor" | "admin";
                        token: string;
                    };
                };
            };
            /** @description The request cannot be read, or has a session and a bearer token. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token and no session, or one that opens nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible with this kind of token, or a page of another site sent it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description You have no such fleet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description You have 50 personal tokens already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteMyToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It opens nothing any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description The request cannot be read, or has a session and a bearer token. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token and no session, or one that opens nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible with this kind of token, or a page of another site sent it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such token. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    conditionSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    digestPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The signed part of a link in a message. */
                signed: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is damaged or has expired, or the digest is no longer stored. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    digestSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    escalationPolicySchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    outboxPage: {
        parameters: {
            query?: {
                /** @description For the page of older messages. */
                cursor?: string;
                /** @description In a sandbox of several fleets: which one. */
                fleet?: string;
                /** @description `off`: the page does not refresh itself. */
                refresh?: "off" | "on";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The query is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outside the sandbox, without an API token as password. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such fleet, picture or page. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    outboxPagePicture: {
        parameters: {
            query?: {
                /** @description For the page of older messages. */
                cursor?: string;
                /** @description In a sandbox of several fleets: which one. */
                fleet?: string;
                /** @description `off`: the page does not refresh itself. */
                refresh?: "off" | "on";
            };
            header?: never;
            path: {
                /** @description Id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A PNG. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The query is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outside the sandbox, without an API token as password. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is limited to groups. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such fleet, picture or page. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checks: {
                            /** @enum {string} */
                            database: "ok";
                            /** @enum {string} */
                            temporal: "ok";
                        };
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database or Temporal is not ready; `checks` says which: `unavailable`, or `not_migrated` for a database whose schema is not up to date yet. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotationSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    routeSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ruleSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "an-admins-service-token"
                 *     }
                 */
                "application/json": {
                    /** @description An admin’s service token. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Signed in: the cookie `tripline_session` is set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description The request cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is not known. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It is no service token of an admin, or another site’s page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 4096 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is refused; `errors` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong tokens from this address. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out; the cookie is cleared. Also when the session was over already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description There is a bearer token too. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The CSRF token is missing or wrong, or another site’s page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many wrong sessions from this address. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    settingsSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginSignIn: {
        parameters: {
            query?: {
                /** @description A path of this server to go to; default: /. */
                return_to?: string;
            };
            header?: never;
            path: {
                /** @description provider */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the provider. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such provider. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider or the database does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    backchannelLogout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description provider */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    logout_token: string;
                };
            };
        };
        responses: {
            /** @description The sessions are over, or there were none. The body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The logout token is missing, cannot be verified, is old, or was used before. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such provider. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Larger than 65536 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider’s keys or the database cannot be reached: send it again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    finishSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description provider */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in: to where the sign-in began. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The sign-in is refused, old or was used before, or began in another browser. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such provider. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider or the database does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signInOnce: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description code */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in: to the start page. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request did not come by an address of this machine. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The link was used before, is too old, or this is no sandbox. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSignInProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of OIDC_FILE. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    slackInteraction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description JSON, as Slack sends it. */
                    payload: string;
                };
            };
        };
        responses: {
            /** @description It is stored, or needs no storing. The body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Signed, but not an interaction. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The signature is missing, invalid or too old; one answer for all. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It arrived too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Larger than 262144 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It could not be stored: press again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tripPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The signed part of a link in a message. */
                signed: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is damaged or has expired, or the trip is no longer stored. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unsubscribePage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The signed part of a link in a message. */
                signed: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is damaged. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The signed part of a link in a message. */
                signed: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "List-Unsubscribe": "One-Click"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @enum {string} */
                    choice?: "unsubscribe" | "subscribe";
                    /** @enum {string} */
                    "List-Unsubscribe"?: "One-Click";
                };
            };
        };
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description No valid choice was made. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The link is damaged. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Larger than 16384 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postNotificationBasic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 3,
                 *       "type": "TRIP_SCORED",
                 *       "driver_id": "d-17",
                 *       "trip_id": "1790000000000",
                 *       "data": {}
                 *     }
                 */
                "application/json": components["schemas"]["Notification"];
            };
        };
        responses: {
            /** @description Already known (`duplicate`), or of an unknown type and stored (`ignored`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationAnswer"];
                };
            };
            /** @description Accepted: it is durable now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "started"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationAnswer"];
                };
            };
            /** @description Malformed. It was stored as a dead letter, once per content. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown fleet or token; one answer for both, given before the body is read, and delayed by a second after many of them. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It arrived too slowly: send it again. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Larger than 5242880 bytes, as sent or unpacked. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It could not be made durable: send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the fleet. */
                fleet: string;
                /** @description One of the fleet’s webhook tokens. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 3,
                 *       "type": "TRIP_SCORED",
                 *       "driver_id": "d-17",
                 *       "trip_id": "1790000000000",
                 *       "data": {}
                 *     }
                 */
                "application/json": components["schemas"]["Notification"];
            };
        };
        responses: {
            /** @description Already known (`duplicate`), or of an unknown type and stored (`ignored`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationAnswer"];
                };
            };
            /** @description Accepted: it is durable now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "started"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationAnswer"];
                };
            };
            /** @description Malformed. It was stored as a dead letter, once per content. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown fleet or token; one answer for both, given before the body is read, and delayed by a second after many of them. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It arrived too slowly: send it again. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Larger than 5242880 bytes, as sent or unpacked. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address and the headers together are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It could not be made durable: send it again. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
