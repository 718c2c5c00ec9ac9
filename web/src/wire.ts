// What the server and the pages say to each other. No rules of any game are in it.
// Made from openapi.json by `npm run wire`: change crates/server instead.

export interface paths {
    "/api/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether an agent can play a game here, before it has to: what is wrong with it otherwise. */
        get: operations["agent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analyse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The best lines of a position, as events named `update`; hanging up ends the search. */
        get: operations["analyse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/board.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The board as a picture of dots. */
        get: operations["board_png"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/board.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The board as a picture. */
        get: operations["board_svg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calibration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an evaluator predicted on games that it was not fitted on, and what came. */
        get: operations["calibration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The card of one game, also of one that is in no menu. */
        get: operations["card"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experience": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What people may say of their experience. */
        get: operations["experience"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The experiment files of the folder. */
        get: operations["experiments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/{run}/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A stored game, to be replayed. */
        get: operations["game"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/{run}/{index}/thoughts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every thought of the players of a stored game as an event named `thought`, from the first to the last, and then `done`.
         *     People, and players without an evaluator, are passed over.
         */
        get: operations["rethink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The games of the menu. */
        get: operations["games"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Texts to begin from: a template, and the games that come with the program. */
        get: operations["templates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invent/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Counts what can be counted of a game in a few seconds: move sequences, the results of random games, and clauses that are never used. */
        post: operations["check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invent/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reads a text that is being written: the rules in words and the board at the start, or what is wrong. Nothing of it is kept. */
        post: operations["draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invent/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opens the game of a text, so that everything else can be asked for by its id. A page sends the text again when the server does not
         *     know the id any more.
         */
        post: operations["open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invent/words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The words that may stand at a place of a text that is being written. */
        post: operations["words"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is known of a game: the newest portrait in the store. */
        get: operations["lab"];
        put?: never;
        /** Measures a game. */
        post: operations["measure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keeps a line of play. It is played first, so that nothing which breaks the rules comes into the store. */
        post: operations["keep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lines/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A line of play that was kept. */
        get: operations["line"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * News of runs as events: `runs` with the rows that have changed, `run` with the new points of a run. The id of an event tells
         *     how far each run was, so that whoever lost the connection goes on where it was.
         */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manual": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The table of contents of the manual. */
        get: operations["manual"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manual/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sections of the manual that contain all words. */
        get: operations["manual_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manual/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A page of the manual. Slashes in its path are written `%2F`. */
        get: operations["manual_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/move-now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a search answer at once. */
        post: operations["move_now"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/opponents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who can be played against in a game. */
        get: operations["opponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keeps a game that a person played. */
        post: operations["people"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every ply of a game, from the last back, as events named `ply`, and then `done`. */
        get: operations["review"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All runs, the newest first. */
        get: operations["runs"];
        put?: never;
        /** Runs an experiment. */
        post: operations["start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/waiting/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes back an experiment that waits for others to end, or forgets one that could not begin. Answers what waits now. */
        post: operations["cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A run. */
        get: operations["run"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{name}/figures/{figure}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A figure of a run, as SVG, PNG or CSV: of a finished one, or of what is known for good. */
        get: operations["figure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{name}/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The games of a run, in their order. */
        get: operations["games_of_run"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{name}/report.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole report of a run, as one page that needs nothing else. A report of an unfinished run says so. */
        get: operations["report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{name}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Goes on with a run that was stopped. */
        post: operations["resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{name}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops a run: games that are being played are finished, and everything is kept. */
        post: operations["stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scene": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A position, its board and its moves. If some of the moves cannot be played, those before them are shown, and what is wrong. */
        get: operations["scene"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What may be put on the board of a game. */
        get: operations["palette"];
        put?: never;
        /** Writes the position that somebody put on a board. */
        post: operations["arrange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/think": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lets an agent think about a position. Hanging up ends it. */
        post: operations["think"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an evaluator sees in a position, before looking ahead. */
        get: operations["why"];
        put?: never;
        post?: never;
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
        /** @description A board as somebody arranged it. */
        ArrangeQuery: {
            /** @description The game's id. */
            game: string;
            /** @description A letter of the palette for every cell of the view; an empty one where nothing is. */
            letters: string[];
            /** @description Whose turn it shall be. */
            to_move: components["schemas"]["Player"];
        };
        /** @description The text of an arranged board, and what is wrong with it. */
        Arranged: {
            /** @description The cell that the problem is about, where it is about one. */
            cell: number | null;
            /** @description The position's text. */
            position: string;
            /** @description Why it is no position of the game, if it is none. */
            problem: string | null;
        };
        /** @description What was begun. */
        Begun: {
            /** @description The run's name; absent if it waits for others to end. */
            name: string | null;
            waiting: components["schemas"]["WaitingRun"] | null;
        };
        /** @description What waits now. */
        Cancelled: {
            /** @description In its order. */
            waiting: components["schemas"]["WaitingRun"][];
        };
        /** @description A place a piece can be. */
        Cell: {
            /** @description Whether no piece can come here any more. */
            blocked: boolean;
            /** @description Its column from the left. */
            col: number;
            home: components["schemas"]["Player"] | null;
            /** @description What people call it. */
            name: string;
            /** @description Its corners, in cell widths, y down. */
            polygon: [
                number,
                number
            ][];
            /** @description Its row from the top; on hexagons the half-row. */
            row: number;
        };
        /** @description An agent that came of a run. */
        Champion: {
            /** @description The agent. */
            agent: string;
            /** @description How strong it is, in a sentence. */
            sentence: string | null;
            /** @description What it is. */
            title: string;
            /** @description Its weights, where it has some. */
            weights: components["schemas"]["Weight"][] | null;
        };
        /** @description Two who met. */
        CrossCell: {
            /**
             * Format: double
             * @description The chance that the row is stronger, by all games of the tournament.
             */
            chance: number | null;
            /** @description Whether the interval leaves out one half. */
            decided: boolean;
            /**
             * Format: int64
             * @description Games drawn.
             */
            drawn: number;
            /**
             * Format: int64
             * @description Games that the row lost.
             */
            lost: number;
            /** @description The row's share of points. */
            score: components["schemas"]["Statistic"];
            /**
             * Format: int64
             * @description Games that the row won.
             */
            won: number;
        };
        /** @description Points over time. */
        Curve: {
            /** @description Its name. */
            name: string;
            /** @description The lines. */
            series: components["schemas"]["Series"][];
            /** @description How the intervals of the points are drawn. */
            spread: components["schemas"]["Spread"];
            /** @description What it shows. */
            title: string;
            /** @description What goes to the right. */
            x: string;
            /** @description What goes up. */
            y: string;
        };
        /** @description How much two games differ. */
        Difference: {
            /** @description The card. */
            card: string;
            /** @description How much more the other game has of it, with its interval. */
            text: string;
        };
        /**
         * @description Why an analysis ends.
         * @enum {string}
         */
        Ended: "solved" | "nodes" | "agent" | "over";
        /** @description How the game ended. */
        Ending: {
            /** @description Why, in a word. */
            reason: string;
            /** @description Who and why, in a sentence. */
            sentence: string;
            winner: components["schemas"]["Player"] | null;
        };
        /** @description Somebody who plays. */
        Entrant: {
            /** @description The agent. */
            agent: string;
            /**
             * Format: int64
             * @description Games drawn.
             */
            drawn: number;
            /**
             * Format: int64
             * @description Games played.
             */
            games: number;
            /** @description The middle half of where the rating may be. */
            inner: [
                number,
                number
            ] | null;
            /**
             * Format: int64
             * @description Games lost.
             */
            lost: number;
            /** @description The name. */
            name: string;
            /** @description The places it may have: those whose intervals overlap share them. */
            rank: [
                number,
                number
            ];
            rating: components["schemas"]["Statistic"] | null;
            score: components["schemas"]["Statistic"] | null;
            /**
             * Format: int64
             * @description Games won.
             */
            won: number;
        };
        /** @description An evaluator. */
        EvaluatorCard: {
            /** @description What it does. */
            about: string;
            /** @description How it is written. */
            form: string;
        };
        /** @description What a person may say of their experience. */
        ExperienceLevel: {
            /** @description Its id. */
            id: string;
            /** @description In words. */
            title: string;
        };
        /** @description An experiment file. */
        Experiment: {
            /** @description What it is for. */
            about: string;
            /** @description The file's name. */
            file: string;
            /** @description The game. */
            game: string | null;
            /**
             * Format: int64
             * @description How many games it plays, if that can be told.
             */
            games: number | null;
            /** @description What kind of experiment it is. */
            kind: string;
            /** @description Why it cannot be read. */
            problem: string | null;
            /** @description The text. */
            text: string;
            /** @description What it is about. */
            title: string;
        };
        /** @description All files. */
        Experiments: {
            experiments: components["schemas"]["Experiment"][];
        };
        /** @description A figure. */
        Figure: {
            /** @description What it rests on. */
            caption: string;
            /**
             * Format: int32
             * @description How high.
             */
            height: number;
            /** @description Its name in addresses. */
            name: string;
            /** @description What it shows. */
            title: string;
            /**
             * Format: int32
             * @description How wide it is, in pixels.
             */
            width: number;
        };
        /** @description A game, to be chosen. */
        GameCard: {
            /** @description Whether it can end without a winner. */
            can_draw: boolean;
            /** @description Its id. */
            id: string;
            /** @description How a move is made. */
            input: components["schemas"]["Input"];
            /** @description How a move is written. */
            move_help: string;
            /** @description What the players are called. */
            players: [
                string,
                string
            ];
            /** @description Other sizes of it. */
            sizes: components["schemas"]["Size"][];
            /** @description The game in a sentence or two. */
            summary: string;
            /** @description Its name. */
            title: string;
            /** @description The start. */
            view: components["schemas"]["View"];
        };
        /** @description Games of a run. */
        GameList: {
            /** @description These. */
            games: components["schemas"]["GameRow"][];
            /**
             * Format: int64
             * @description How many there are in all.
             */
            total: number;
        };
        /** @description A game of a run. */
        GameRow: {
            /** @description Who moved first. */
            first: string;
            /**
             * Format: int64
             * @description Its number.
             */
            index: number;
            /**
             * Format: int32
             * @description The opening.
             */
            opening: number;
            outcome: components["schemas"]["Player"] | null;
            /** @description How many moves it has, those of its opening among them, as in its replay. */
            plies: number;
            /** @description Why it ended. */
            reason: string;
            /** @description The other. */
            second: string;
        };
        /** @description The text of a game. */
        GameText: {
            /** @description The text: at most 64 kilobytes. */
            text: string;
        };
        /** @description What a player thought before a move. */
        GameThought: {
            /** @description Who was to move. */
            player: components["schemas"]["Player"];
            /** @description How many moves had been made. */
            ply: number;
            /** @description What the position was worth. */
            verdict: components["schemas"]["Verdict"];
        };
        /** @description All games. */
        Games: {
            games: components["schemas"]["GameCard"][];
        };
        /** @description How far an evolution is. */
        Generations: {
            /**
             * Format: int64
             * @description How many came to their end.
             */
            done: number;
            /**
             * Format: int64
             * @description How many there will be.
             */
            total: number;
        };
        /** @description An agent that was bred or trained here. */
        HomeGrown: {
            /** @description The agent. */
            agent: string;
            /** @description The run. */
            run: string;
            /** @description What it is. */
            title: string;
        };
        /**
         * @description How a move is made.
         * @enum {string}
         */
        Input: "step" | "place" | "drop" | "token";
        /** @description Where a game was kept. */
        Kept: {
            /** @description The run and the game's number: `RUN/INDEX`. */
            id: string;
        };
        /** @description A line of play. */
        KeptLine: {
            /** @description The game's id. */
            game: string;
            /** @description The moves, separated by spaces. */
            m: string;
            /** @description The position it began from; the game's start if absent. */
            p?: string | null;
        };
        /** @description Who it is. */
        KnownAgent: {
            /** @description The agent's text. */
            agent: string;
        };
        /** @description What is known of a game. */
        Lab: {
            /** @description How much more the other game has of what the cards tell, where both were measured. */
            differences: components["schemas"]["Difference"][];
            portrait: components["schemas"]["Portrait"] | null;
            run: components["schemas"]["RunRow"] | null;
        };
        /** @description The move that led here. */
        LastMove: {
            /** @description What was taken, in order. */
            captured: components["schemas"]["Piece"][];
            /** @description Where the piece came from. */
            from: number | null;
            /** @description The cells that were blocked. */
            holes: number[];
            /** @description The cells it rested on between the two. */
            path: number[];
            /** @description Where it is now; nowhere after a pass. */
            to: number | null;
            /** @description The cells of pieces that went over to the other player. */
            turned: number[];
        };
        /** @description What people may say of their experience. */
        Levels: {
            /** @description All of them, the least first. */
            levels: components["schemas"]["ExperienceLevel"][];
        };
        /** @description A line of play. */
        Line: {
            /** @description Its first move. */
            move: string;
            /** @description All of it. */
            pv: components["schemas"]["Spoken"][];
            /** @description What it leads to. */
            verdict: components["schemas"]["Verdict"];
        };
        /** @description The name of a line. */
        LineName: {
            /** @description The name. The same line has the same name in every store. */
            id: string;
        };
        /** @description A line of the log. */
        LogLine: {
            /**
             * Format: int64
             * @description Its number.
             */
            seq: number;
            /** @description What happened. */
            text: string;
        };
        /** @description The table of contents. */
        ManualContents: {
            /** @description Its parts. */
            parts: components["schemas"]["ManualPart"][];
        };
        /** @description A page in the table of contents. */
        ManualEntry: {
            /** @description Its path, such as `tutorials/designer`. */
            path: string;
            /** @description What it is called. */
            title: string;
        };
        /** @description A section that contains all words. */
        ManualHit: {
            /** @description What stands behind `#` in its address; empty for the page. */
            anchor: string;
            /** @description Some of the lines with the words. */
            lines: string[];
            /** @description The path of its page. */
            path: string;
            /** @description Its heading; that of the page for what stands before the first section. */
            section: string;
            /** @description The title of its page. */
            title: string;
        };
        /** @description What a search has found. */
        ManualHits: {
            /** @description The first of them, the best first. */
            hits: components["schemas"]["ManualHit"][];
            /** @description How many sections contain all words. */
            n: number;
        };
        /** @description A page. */
        ManualPage: {
            /** @description What stands below the title, as HTML. It has no scripts, no styles and no pictures. */
            html: string;
            next: components["schemas"]["ManualEntry"] | null;
            /** @description Its path. */
            path: string;
            previous: components["schemas"]["ManualEntry"] | null;
            /** @description Its sections. */
            sections: components["schemas"]["ManualSection"][];
            /** @description Its title. */
            title: string;
        };
        /** @description A part of the manual. */
        ManualPart: {
            /** @description Its pages. */
            pages: components["schemas"]["ManualEntry"][];
            /** @description What it is called; empty for pages before the first part. */
            title: string;
        };
        /** @description A section of a page. */
        ManualSection: {
            /** @description What stands behind `#` in its address. */
            anchor: string;
            /**
             * Format: int32
             * @description 2 for a section of the page, 3 for one within it, and so on.
             */
            level: number;
            /** @description Its heading. */
            title: string;
        };
        /**
         * @description How bad a move was.
         * @enum {string}
         */
        Mark: "?!" | "?" | "??" | "thrown";
        /** @description What to measure. */
        MeasureQuery: {
            /** @description The game's id. */
            game: string;
            /** @description Half a minute instead of some. */
            quick?: boolean;
        };
        /** @description A legal move, for click, drag, drop and placement. */
        Move: {
            /** @description The cells of the pieces it takes, in order. */
            captured: number[];
            /** @description The column it is dropped into. */
            column: number | null;
            /** @description The cell the piece leaves. */
            from: number | null;
            /** @description The cells that it blocks. */
            holes: number[];
            /** @description The kind of piece. */
            kind: string | null;
            /** @description The cells it rests on between the two, in order. */
            path: number[];
            /** @description The move as a sentence. */
            speak: string;
            /** @description The move in the game's notation. */
            text: string;
            /** @description The cell it comes to, which may be the one it left; none if no piece moves, as in a pass. */
            to: number | null;
            /** @description The cells of pieces that go over to the other player. */
            turned: number[];
        };
        /** @description A game that was played to its end. */
        NewGame: {
            /** @description Who moved first. */
            first: components["schemas"]["Seat"];
            /** @description The game's id. */
            game: string;
            /**
             * Format: int32
             * @description How often a move was suggested.
             */
            hints?: number;
            /** @description The moves. */
            m: string;
            /** @description The position it began from. */
            p?: string | null;
            resigned?: components["schemas"]["Player"] | null;
            /** @description The other. */
            second: components["schemas"]["Seat"];
            /**
             * Format: int32
             * @description How often moves were taken back.
             */
            taken_back?: number;
        };
        /** @description What to run. */
        NewRunQuery: {
            /** @description A file of the experiments' folder. */
            file?: string | null;
            /**
             * Format: int64
             * @description Another seed than the file's.
             */
            seed?: number | null;
            /** @description Or the text of one. */
            text?: string | null;
        };
        /** @description What an event tells. */
        News: components["schemas"]["RunsNews"] | components["schemas"]["RunNews"];
        /** @description A game that was opened. */
        OpenedGame: {
            /** @description Its id. */
            game: string;
            /** @description Its title. */
            title: string;
        };
        /** @description A named opponent. */
        Opponent: {
            /** @description The agent. */
            agent: string;
            /** @description Its name in addresses. */
            id: string;
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description How many positions it looks at for a move.
             */
            nodes: number | null;
            rating: components["schemas"]["Statistic"] | null;
            /**
             * Format: double
             * @description How long a move takes it, about.
             */
            seconds: number | null;
            /** @description How it plays, in a sentence. */
            style: string;
        };
        /** @description Who can be played against. */
        Opponents: {
            /** @description Agents that were bred or trained here. */
            champions: components["schemas"]["HomeGrown"][];
            /** @description Named opponents, the weakest first. */
            opponents: components["schemas"]["Opponent"][];
            /** @description The whole axis of strength. */
            slider: components["schemas"]["SliderStep"][];
        };
        /** @description What may be put on a board. */
        Palette: {
            /** @description The first player's pieces, then the second's, then what blocks a cell. */
            palette: components["schemas"]["Swatch"][];
        };
        /** @description A piece on the board. */
        Piece: {
            /** @description The cell it is on. */
            cell: number;
            /** @description Stays with the piece while it moves. */
            id: number;
            /** @description What it is. */
            kind: string;
            /** @description Its letter in position texts. */
            letter: string;
            /** @description Whose it is. */
            owner: components["schemas"]["Player"];
        };
        /**
         * @description One of the two.
         * @enum {string}
         */
        Player: "first" | "second";
        /** @description A ply of a game, looked at afterwards. */
        PlyReview: {
            /** @description The best move here. */
            best: string | null;
            /**
             * Format: double
             * @description How much it gave away on the evaluator's own scale, where both values are judgements.
             */
            drop: number | null;
            /** @description The best line. */
            line: string[];
            /**
             * Format: double
             * @description How many points of a hundred the move that was played gave away; absent where values mean nothing known.
             */
            loss: number | null;
            mark: components["schemas"]["Mark"] | null;
            /** @description How many moves had been played. */
            ply: number;
            /** @description What the position is worth. */
            verdict: components["schemas"]["Verdict"];
        };
        /** @description A point: x, y, and the ends of its interval. */
        Point: [
            number,
            number,
            null | number,
            null | number
        ];
        /** @description A portrait of a game. */
        Portrait: {
            /** @description The six questions. */
            cards: components["schemas"]["PortraitCard"][];
            /** @description The game's id. */
            game: string;
            /** @description Games to look at. */
            games: components["schemas"]["PortraitGame"][];
            /** @description The most important thing, in a sentence. */
            headline: string;
            /** @description The run that measured it, which has the figures. */
            run: string;
            /** @description Everything else. */
            sections: components["schemas"]["PortraitSection"][];
            /** @description Everything that can be said in sentences. */
            sentences: string[];
            /** @description The game's name. */
            title: string;
        };
        /** @description A question and its answer. */
        PortraitCard: {
            /** @description Why not to trust it too far. */
            caution: string | null;
            /** @description Its interval. */
            interval: string;
            /**
             * Format: int64
             * @description How many observations it rests on.
             */
            n: number;
            /** @description The question. */
            name: string;
            /** @description What is being played for it, while it is not known. */
            pending: string | null;
            /** @description What it means. */
            sentence: string;
            /** @description Who played. */
            strength: string;
            /** @description The answer. */
            value: string;
        };
        /** @description A game to look at. */
        PortraitGame: {
            /**
             * Format: int64
             * @description The game's number.
             */
            index: number;
            /** @description The run. */
            run: string;
            /** @description Why this one. */
            title: string;
        };
        /** @description A part of the report. */
        PortraitSection: {
            /** @description Its figures. */
            figures: components["schemas"]["Figure"][];
            /** @description What is being played for it, while it is not known. */
            pending: string | null;
            /** @description What is said. */
            sentences: string[];
            table: components["schemas"]["PortraitTable"] | null;
            /** @description What it is about. */
            title: string;
        };
        /** @description A table. */
        PortraitTable: {
            /** @description The names of the columns. */
            columns: string[];
            /** @description What the cells show. */
            rows: string[][];
            /** @description What it shows. */
            title: string;
        };
        /** @description What was wrong. */
        Problem: {
            /** @description A word for programs. */
            kind: string;
            /** @description What was wrong, where, and what to do. */
            message: string;
        };
        /** @description The answer to a request that cannot be answered. */
        Refusal: {
            /** @description What was wrong. */
            error: components["schemas"]["Problem"];
        };
        /** @description How the percentages of an evaluator did on games that they were not fitted on. */
        Reliability: {
            /** @description What was predicted and what came, from little to much. */
            bins: components["schemas"]["ReliabilityBin"][];
            /** @description The evaluator. */
            evaluator: string;
            /**
             * Format: int64
             * @description How many positions its curve was fitted on.
             */
            n: number;
        };
        /** @description Positions of which about the same was predicted, in games that nothing was fitted on. */
        ReliabilityBin: {
            /**
             * Format: int64
             * @description Of how many games; positions of one game share their result.
             */
            games: number;
            /**
             * Format: double
             * @description The upper end.
             */
            high: number;
            /**
             * Format: double
             * @description The lower end of its interval, 95 %.
             */
            low: number;
            /**
             * Format: int64
             * @description How many positions.
             */
            n: number;
            /**
             * Format: double
             * @description What came.
             */
            observed: number;
            /**
             * Format: double
             * @description What the first player was predicted to score on average, a draw counting half.
             */
            predicted: number;
        };
        /** @description What is told on the way, and at the end. */
        RethinkEvent: components["schemas"]["GameThought"] | components["schemas"]["Rethought"] | components["schemas"]["Refusal"];
        /** @description How it went. */
        Rethought: {
            /** @description How often the player would have chosen another move than it did: it goes by chance or by the clock. */
            differing: number;
            /** @description How many moves were thought about. */
            thoughts: number;
            /** @description Whether the players came to the end of the game; they have a minute for all of it. */
            whole: boolean;
        };
        /** @description A number that can be chosen when the game is opened. */
        RuleParameter: {
            /** @description Its least. */
            least: number;
            /** @description Its most. */
            most: number;
            /** @description Its name. */
            name: string;
            /** @description Its usual value. */
            value: number;
        };
        /** @description The rules in words. */
        RulesInWords: {
            /** @description Board and pieces. */
            board: string;
            /** @description How long games are, whether they can be drawn, and the symmetries of the rules. */
            facts: string;
            /** @description The id that the game has when it is opened. */
            id: string;
            /** @description The numbers that can be chosen. */
            parameters: components["schemas"]["RuleParameter"][];
            /** @description The rules, in sentences. */
            rules: string;
            /** @description The title. */
            title: string;
        };
        /** @description News of a run. */
        RunNews: {
            /** @description New points. */
            curves: components["schemas"]["Curve"][];
            /** @description What happened last. */
            log: components["schemas"]["LogLine"][];
            /** @description How it is. */
            row: components["schemas"]["RunRow"];
            /**
             * Format: int64
             * @description The number of the next point.
             */
            seq: number;
            standings: components["schemas"]["Standings"] | null;
            workers: components["schemas"]["Workers"] | null;
        };
        /** @description Everything about a run. */
        RunPage: components["schemas"]["RunRow"] & {
            /** @description What it is for. */
            about: string;
            /** @description The agents that came of it. */
            champions: components["schemas"]["Champion"][];
            /** @description The version of the program. */
            code_version: string;
            /** @description The command that repeats it. */
            command: string;
            /** @description Points over time. */
            curves: components["schemas"]["Curve"][];
            /** @description The figures of its report. */
            figures: components["schemas"]["Figure"][];
            /** @description The experiment file. */
            file: string;
            /** @description What happened last. */
            log: components["schemas"]["LogLine"][];
            /**
             * Format: int64
             * @description The seed.
             */
            seed: number;
            /** @description What was found. */
            sentences: string[];
            /**
             * Format: int64
             * @description The number of the next point of the curves.
             */
            seq: number;
            /** @description Its stages. */
            stages: components["schemas"]["RunRow"][];
            standings: components["schemas"]["Standings"] | null;
            /** @description The tables of its report. */
            tables: components["schemas"]["Table"][];
            workers: components["schemas"]["Workers"] | null;
        };
        /** @description A run in a list. */
        RunRow: {
            /**
             * Format: int64
             * @description How much is done.
             */
            done: number;
            /**
             * Format: double
             * @description How many seconds it will take yet.
             */
            eta: number | null;
            /** @description The game, where there is one. */
            game: string | null;
            generations: components["schemas"]["Generations"] | null;
            /** @description Whether this server runs it. */
            here: boolean;
            /** @description What kind of experiment it is. */
            kind: string;
            /** @description When it gave its last sign of life, as far as anybody looked at a clock. */
            last: string | null;
            /** @description Its name. */
            name: string;
            /** @description The run whose stage it is. */
            parent: string | null;
            /** @description Why it failed. */
            problem: string | null;
            /**
             * Format: double
             * @description How much a second.
             */
            rate: number | null;
            /**
             * Format: double
             * @description For how long it was worked at, in seconds, as far as anybody looked at a clock.
             */
            seconds: number | null;
            /** @description What came of it, in a sentence. */
            sentence: string | null;
            /** @description A few numbers that show how it went. */
            spark: number[];
            /** @description When it began, such as `2026-11-16T15:00:00Z`. */
            started: string;
            /** @description How it is. */
            state: components["schemas"]["RunState"];
            /** @description What it is about. */
            title: string;
            /**
             * Format: int64
             * @description Of how much, if that can be told.
             */
            total: number | null;
            /** @description Of what. */
            unit: string;
        };
        /**
         * @description How a run is.
         * @enum {string}
         */
        RunState: "running" | "stopping" | "stopped" | "stalled" | "failed" | "finished" | "open";
        /** @description All runs. */
        Runs: {
            /** @description The newest first. */
            runs: components["schemas"]["RunRow"][];
            /** @description What waits for others to end, in its order; first what waited and could not begin. */
            waiting: components["schemas"]["WaitingRun"][];
        };
        /** @description Rows that have changed. */
        RunsNews: {
            runs: components["schemas"]["RunRow"][];
            /** @description Everything that waits for others to end. */
            waiting: components["schemas"]["WaitingRun"][];
        };
        /** @description A position as a page draws it, and how it came to be. */
        Scene: {
            /** @description Whether the game can end without a winner. */
            can_draw: boolean;
            /** @description The game's id. */
            game: string;
            /** @description How a move is made. */
            input: components["schemas"]["Input"];
            /** @description The legal moves. */
            moves: components["schemas"]["Move"][];
            /** @description The position the game began from, if that is not its start. */
            origin: string | null;
            /** @description All moves of the game, also those beyond what is shown. */
            played: components["schemas"]["Spoken"][];
            /** @description What the players are called. */
            players: [
                string,
                string
            ];
            /** @description How many of the moves are shown. */
            ply: number;
            /** @description The position shown. */
            position: string;
            /** @description Why not all of what was asked for is here. */
            problem: string | null;
            /** @description A sentence for every cell. */
            speech: string[];
            /** @description The game's name. */
            title: string;
            /** @description The board. */
            view: components["schemas"]["View"];
        };
        /** @description Who sits at a side. */
        Seat: {
            /** @description A person. */
            person: {
                /** @description The declared experience, by its id. */
                experience?: string | null;
                /** @description The name. */
                name: string;
            };
        } | {
            /** @description An agent's text or an opponent's name. */
            agent: string;
        };
        /** @description Somebody at the board. */
        Seated: {
            /** @description What it is called. */
            name: string;
            /** @description The agent's text. */
            text: string;
        };
        /** @description A line. */
        Series: {
            /** @description What it is. */
            name: string;
            /** @description Its points. */
            points: components["schemas"]["Point"][];
        };
        /** @description A size of a game. */
        Size: {
            /** @description The game's id with this size. */
            id: string;
            /** @description The size, for people. */
            title: string;
        };
        /** @description A place on the axis of strength. */
        SliderStep: {
            /** @description The agent. */
            agent: string;
            /** @description What is known of it, in words. */
            label: string;
            /**
             * Format: int64
             * @description How many positions it looks at.
             */
            nodes: number | null;
            /** @description The named opponent here, if there is one. */
            rung: string | null;
        };
        /** @description A move that was played, or would be. */
        Spoken: {
            /** @description The move as a sentence. */
            speak: string;
            /** @description The move in the game's notation. */
            text: string;
        };
        /**
         * @description How the intervals of points are drawn.
         * @enum {string}
         */
        Spread: "band" | "bars";
        /** @description Who stands where. */
        Standings: {
            /** @description Row against column; nothing on the diagonal, and where they have not met. */
            cells: (components["schemas"]["CrossCell"] | null)[][];
            /** @description Everybody, the best first. */
            entrants: components["schemas"]["Entrant"][];
            /**
             * Format: int64
             * @description How many games this rests on.
             */
            games: number;
            /** @description What can be said. */
            sentences: string[];
            test: components["schemas"]["Test"] | null;
        };
        /** @description A measured number: never without its interval. */
        Statistic: {
            /**
             * Format: double
             * @description Its upper end.
             */
            high: number;
            /**
             * Format: double
             * @description How often such intervals hold the truth, such as 0.95.
             */
            level: number;
            /**
             * Format: double
             * @description The interval's lower end.
             */
            low: number;
            /** @description How it was estimated. */
            method: string;
            /**
             * Format: int64
             * @description How many observations it rests on.
             */
            n: number;
            /**
             * Format: double
             * @description The estimate.
             */
            value: number;
        };
        /** @description A stored game. */
        StoredGame: {
            /** @description Who played, the first player first. */
            agents: [
                components["schemas"]["Seated"],
                components["schemas"]["Seated"]
            ];
            /** @description The game's id. */
            game: string;
            /**
             * Format: int64
             * @description Its number there.
             */
            index: number;
            /** @description All moves, those of the opening too. */
            m: string;
            /** @description How many of the moves were the opening. */
            opening: number;
            outcome: components["schemas"]["Player"] | null;
            /** @description The position it began from, if that was not the start. */
            p: string | null;
            /** @description Why it ended, in a word. */
            reason: string;
            /** @description The run it belongs to. */
            run: string;
            /** @description How it ended, in a sentence. */
            sentence: string;
            /**
             * @description What the players thought of the positions in which they moved; nothing where that was not kept (`/thoughts` lets them think
             *     again).
             */
            thoughts: components["schemas"]["GameThought"][];
        };
        /** @description Something that may be put on a cell. */
        Swatch: {
            /** @description What it is. */
            kind: string;
            /** @description Its letter. */
            letter: string;
            owner: components["schemas"]["Player"] | null;
            /** @description What people call it. */
            title: string;
        };
        /** @description A table. */
        Table: {
            /** @description The names of the columns. */
            columns: string[];
            /** @description Its name. */
            name: string;
            /** @description What the cells show. */
            rows: string[][];
            /** @description What it shows. */
            title: string;
        };
        /** @description A game to begin from. */
        Template: {
            /** @description The name of its file. */
            name: string;
            /** @description Its text. */
            text: string;
            /** @description Its title. */
            title: string;
        };
        /** @description Games to begin from. */
        Templates: {
            /** @description The games that come with the program. */
            games: components["schemas"]["Template"][];
            /** @description The most bytes of a text. */
            most_bytes: number;
            /** @description A small game with comments about what else may stand there. */
            template: string;
        };
        /** @description A part of an evaluation. */
        Term: {
            /** @description What it measures. */
            about: string;
            /**
             * Format: double
             * @description What it adds.
             */
            contribution: number | null;
            /** @description The heuristic. */
            name: string;
            /**
             * Format: double
             * @description What it measures here.
             */
            value: number | null;
            /**
             * Format: double
             * @description What a unit of it adds.
             */
            weight: number | null;
        };
        /** @description How far a sequential test is. */
        Test: {
            /** @description What the two hypotheses say. */
            ends: [
                string,
                string
            ];
            /**
             * Format: double
             * @description How far it is from a decision: 100 is one.
             */
            percent: number;
            /**
             * Format: double
             * @description From -1 (H0 is accepted) to 1 (H1 is accepted).
             */
            position: number;
            /** @description In words. */
            words: string;
        };
        /** @description What is counted of a game that somebody has just written. */
        TextCheck: {
            /**
             * Format: int64
             * @description How many random games were looked at for unused clauses.
             */
            clause_games: number;
            /**
             * Format: int64
             * @description How many were drawn.
             */
            draws: number;
            first_wins: components["schemas"]["Statistic"] | null;
            /** @description Its id. */
            game: string;
            /**
             * Format: int64
             * @description How many random games were played.
             */
            games: number;
            /** @description The most plies of a game. */
            max_plies: number;
            /** @description The number of move sequences of 1, 2, .. plies. */
            perft: number[];
            /** @description What the players are called. */
            players: [
                string,
                string
            ];
            /** @description The lengths: 5th percentile, median, 95th percentile. */
            plies: [
                number,
                number,
                number
            ];
            /** @description The clauses that none of them used. */
            unused: components["schemas"]["UnusedClause"][];
        };
        /** @description What a text describes, or what is wrong with it. */
        TextDraft: {
            /** @description What is wrong, in the order of the text. */
            problems: components["schemas"]["TextProblem"][];
            rules: components["schemas"]["RulesInWords"] | null;
            view: components["schemas"]["View"] | null;
            /** @description What is probably not meant. */
            warnings: components["schemas"]["TextProblem"][];
        };
        /** @description Something about a place in a text. */
        TextProblem: {
            /** @description The column, from 1; 0 if it is about the whole line. */
            column: number;
            /** @description How many characters it is about. */
            length: number;
            /** @description The line, from 1; 0 if it is about the whole text. */
            line: number;
            /** @description The sentence. */
            message: string;
            /** @description The word that was probably meant. */
            nearest: string | null;
        };
        /** @description A position and who is to think about it. */
        ThinkQuery: {
            /** @description The agent's text, or an opponent's name. */
            agent: string;
            /** @description The game's id. */
            game: string;
            /** @description The moves. */
            m?: string | null;
            /** @description Whether the scene after the move is wanted too. */
            next?: boolean | null;
            /** @description The position it began from. */
            p?: string | null;
            /**
             * Format: int64
             * @description Decides whatever the agent leaves to chance.
             */
            seed?: number | null;
            /** @description A name for this search, to make it answer at once. */
            ticket?: string | null;
        };
        /** @description What an agent would play. */
        Thought: {
            /**
             * Format: int32
             * @description How many plies it looked ahead in full.
             */
            depth: number;
            /** @description The line it expects. */
            line: string[];
            /** @description The move. */
            move: string;
            next: components["schemas"]["Scene"] | null;
            /**
             * Format: int64
             * @description How many positions it looked at.
             */
            nodes: number;
            /** @description Whether it gives the game up instead. */
            resigns: boolean;
            /**
             * Format: double
             * @description How long that took.
             */
            seconds: number;
            /** @description The move as a sentence. */
            speak: string;
            /** @description What it thinks of the position. */
            verdict: components["schemas"]["Verdict"];
        };
        /** @description The name of a search. */
        Ticket: {
            /** @description As it was given to `think`. */
            ticket: string;
        };
        /**
         * @description A colour of pieces.
         * @enum {string}
         */
        Tint: "black" | "white" | "red" | "blue" | "yellow";
        /** @description Whether there was such a search. */
        Told: {
            /** @description Whether it will answer now. */
            found: boolean;
        };
        /** @description Pieces waiting beside the board. */
        Tray: {
            /** @description How many are left. */
            count: number;
            /** @description What they are. */
            kind: string;
            /** @description Whose they are. */
            owner: components["schemas"]["Player"];
        };
        /** @description A clause that no random game used. */
        UnusedClause: {
            /** @description Its line. */
            line: number;
            /** @description What stands there. */
            text: string;
        };
        /** @description What is known so far. */
        Update: {
            /**
             * Format: int32
             * @description How many plies were looked ahead in full.
             */
            depth: number;
            /** @description Whether nothing more will come. */
            done: boolean;
            ended: components["schemas"]["Ended"] | null;
            /** @description The lines, the best first. */
            lines: components["schemas"]["Line"][];
            /**
             * Format: int64
             * @description How many positions were looked at.
             */
            nodes: number;
            /**
             * Format: double
             * @description For how long.
             */
            seconds: number;
        };
        /** @description What is known of a position's value. Numbers are from the first player's side. */
        Verdict: {
            /** @enum {string} */
            kind: "proved";
            /**
             * Format: int32
             * @description In how many plies, at most; 0 for a draw.
             */
            plies: number;
            /** @description In words. */
            text: string;
            winner: components["schemas"]["Player"] | null;
        } | {
            /**
             * Format: double
             * @description The share of draws.
             */
            draw: number;
            /**
             * Format: double
             * @description The share of wins of the first player.
             */
            first: number;
            /** @enum {string} */
            kind: "estimated";
            /**
             * Format: int64
             * @description How many positions the estimate rests on.
             */
            n: number;
            /**
             * Format: double
             * @description The share of wins of the second player.
             */
            second: number;
            /** @description In words. */
            text: string;
        } | {
            /** @enum {string} */
            kind: "uncalibrated";
            /** @description In words. */
            text: string;
            /**
             * Format: double
             * @description The value.
             */
            value: number;
        };
        /** @description A position as a picture. */
        View: {
            /** @description The cells; a cell's place in the list is its id. */
            cells: components["schemas"]["Cell"][];
            /** @description What the columns are called. */
            columns: string[];
            /** @description How many pieces the first and the second player have, where that decides the game. */
            counts: [
                number,
                number
            ] | null;
            ending: components["schemas"]["Ending"] | null;
            /** @description Whether the board may be turned. */
            has_sides: boolean;
            last: components["schemas"]["LastMove"] | null;
            line: components["schemas"]["WinningLine"] | null;
            /** @description The pieces. */
            pieces: components["schemas"]["Piece"][];
            /** @description What the rows are called. */
            rows: string[];
            /** @description The colours of the first and second player's pieces. */
            tints: [
                components["schemas"]["Tint"],
                components["schemas"]["Tint"]
            ];
            /** @description Whose turn it is. */
            to_move: components["schemas"]["Player"];
            /** @description The pieces beside the board. */
            trays: components["schemas"]["Tray"][];
        };
        /** @description An experiment that waits for others to end. */
        WaitingRun: {
            /** @description The game, where there is one. */
            game: string | null;
            /**
             * Format: int64
             * @description Its number, by which it can be cancelled.
             */
            id: number;
            /** @description What kind of experiment it is. */
            kind: string;
            /** @description Its place: 1 is next. */
            place: number;
            /** @description Why it could not begin when it was its turn; it waits no longer then. */
            problem: string | null;
            /** @description The run that it resumes, if it does. */
            run: string | null;
            /** @description Since when it waits, such as `2026-11-16T15:00:00Z`. */
            since: string;
            /** @description What it is about. */
            title: string;
        };
        /** @description A weight of a champion. */
        Weight: {
            /** @description What is weighed. */
            name: string;
            /**
             * Format: double
             * @description How much it counts.
             */
            value: number;
        };
        /** @description What an evaluation is made of. All numbers are from the first player's side. */
        Why: {
            /** @description The same one ply earlier. */
            before: components["schemas"]["Term"][] | null;
            /** @description The evaluator. */
            evaluator: string;
            /** @description All evaluators of the game. */
            evaluators: components["schemas"]["EvaluatorCard"][];
            /** @description Whether the value is the sum of the contributions. */
            is_sum: boolean;
            /** @description What it is made of. */
            terms: components["schemas"]["Term"][];
            /**
             * Format: double
             * @description Its value.
             */
            value: number;
            /** @description What the value means, without looking ahead. */
            verdict: components["schemas"]["Verdict"];
        };
        /** @description The cells that decided the game. */
        WinningLine: {
            /** @description What they have in common. */
            by: string;
            /** @description The cells, in order. */
            cells: number[];
        };
        /** @description A place in a text that is being written. */
        WordsQuery: {
            /** @description The column of the cursor, from 1. */
            column: number;
            /** @description The line, from 1. */
            line: number;
            /** @description The text. */
            text: string;
        };
        /** @description The words that may stand at a place. */
        WordsThere: {
            /** @description The words, as the language lists them. */
            words: string[];
        };
        /** @description A worker. */
        Worker: {
            /** @description Its key. */
            id: string;
            /**
             * Format: double
             * @description The share of the time in which its threads had nothing to do.
             */
            idle: number | null;
            /** @description Whether it has left. */
            is_gone: boolean;
            /** @description When it was last heard of, such as `2026-11-16T15:00:00Z`. */
            last_seen: string;
            /** @description How people call it: its machine, and the last letters of its key. */
            name: string;
            /** @description Why it refused the last of them. */
            refusal: string | null;
            /**
             * Format: int64
             * @description How many jobs it refused.
             */
            refused: number;
            /** @description `new`, `proved`, `other-version` or `struck`. */
            standing: string;
            /** @description Why it was struck. */
            struck: string | null;
            /**
             * Format: int32
             * @description How many jobs it does at once.
             */
            threads: number;
            /** @description The version of its program. */
            version: string;
            /** @description What the run took over of its work. */
            work: {
                [key: string]: components["schemas"]["WorkerShare"];
            };
        };
        /** @description What a worker did. */
        WorkerShare: {
            /**
             * Format: int64
             * @description How much.
             */
            done: number;
            /**
             * Format: double
             * @description How much a second, on all its threads.
             */
            speed: number | null;
        };
        /** @description The workers of other machines that took part in a run. */
        Workers: {
            /**
             * Format: double
             * @description The share of the time in which their threads had nothing to do.
             */
            idle: number | null;
            /** @description How many more there are than are listed. */
            n_more: number;
            /** @description Why some were struck or refused jobs. */
            remarks: string[];
            /** @description What they did, in sentences. */
            sentences: string[];
            /** @description What the work is counted in: `games`, `positions` or `replicates`. */
            units: string[];
            /** @description The workers, by name. */
            workers: components["schemas"]["Worker"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ArrangeQuery = components['schemas']['ArrangeQuery'];
export type Arranged = components['schemas']['Arranged'];
export type Begun = components['schemas']['Begun'];
export type Cancelled = components['schemas']['Cancelled'];
export type Cell = components['schemas']['Cell'];
export type Champion = components['schemas']['Champion'];
export type CrossCell = components['schemas']['CrossCell'];
export type Curve = components['schemas']['Curve'];
export type Difference = components['schemas']['Difference'];
export type Ended = components['schemas']['Ended'];
export type Ending = components['schemas']['Ending'];
export type Entrant = components['schemas']['Entrant'];
export type EvaluatorCard = components['schemas']['EvaluatorCard'];
export type ExperienceLevel = components['schemas']['ExperienceLevel'];
export type Experiment = components['schemas']['Experiment'];
export type Experiments = components['schemas']['Experiments'];
export type Figure = components['schemas']['Figure'];
export type GameCard = components['schemas']['GameCard'];
export type GameList = components['schemas']['GameList'];
export type GameRow = components['schemas']['GameRow'];
export type GameText = components['schemas']['GameText'];
export type GameThought = components['schemas']['GameThought'];
export type Games = components['schemas']['Games'];
export type Generations = components['schemas']['Generations'];
export type HomeGrown = components['schemas']['HomeGrown'];
export type Input = components['schemas']['Input'];
export type Kept = components['schemas']['Kept'];
export type KeptLine = components['schemas']['KeptLine'];
export type KnownAgent = components['schemas']['KnownAgent'];
export type Lab = components['schemas']['Lab'];
export type LastMove = components['schemas']['LastMove'];
export type Levels = components['schemas']['Levels'];
export type Line = components['schemas']['Line'];
export type LineName = components['schemas']['LineName'];
export type LogLine = components['schemas']['LogLine'];
export type ManualContents = components['schemas']['ManualContents'];
export type ManualEntry = components['schemas']['ManualEntry'];
export type ManualHit = components['schemas']['ManualHit'];
export type ManualHits = components['schemas']['ManualHits'];
export type ManualPage = components['schemas']['ManualPage'];
export type ManualPart = components['schemas']['ManualPart'];
export type ManualSection = components['schemas']['ManualSection'];
export type Mark = components['schemas']['Mark'];
export type MeasureQuery = components['schemas']['MeasureQuery'];
export type Move = components['schemas']['Move'];
export type NewGame = components['schemas']['NewGame'];
export type NewRunQuery = components['schemas']['NewRunQuery'];
export type News = components['schemas']['News'];
export type OpenedGame = components['schemas']['OpenedGame'];
export type Opponent = components['schemas']['Opponent'];
export type Opponents = components['schemas']['Opponents'];
export type Palette = components['schemas']['Palette'];
export type Piece = components['schemas']['Piece'];
export type Player = components['schemas']['Player'];
export type PlyReview = components['schemas']['PlyReview'];
export type Point = components['schemas']['Point'];
export type Portrait = components['schemas']['Portrait'];
export type PortraitCard = components['schemas']['PortraitCard'];
export type PortraitGame = components['schemas']['PortraitGame'];
export type PortraitSection = components['schemas']['PortraitSection'];
export type PortraitTable = components['schemas']['PortraitTable'];
export type Problem = components['schemas']['Problem'];
export type Refusal = components['schemas']['Refusal'];
export type Reliability = components['schemas']['Reliability'];
export type ReliabilityBin = components['schemas']['ReliabilityBin'];
export type RethinkEvent = components['schemas']['RethinkEvent'];
export type Rethought = components['schemas']['Rethought'];
export type RuleParameter = components['schemas']['RuleParameter'];
export type RulesInWords = components['schemas']['RulesInWords'];
export type RunNews = components['schemas']['RunNews'];
export type RunPage = components['schemas']['RunPage'];
export type RunRow = components['schemas']['RunRow'];
export type RunState = components['schemas']['RunState'];
export type Runs = components['schemas']['Runs'];
export type RunsNews = components['schemas']['RunsNews'];
export type Scene = components['schemas']['Scene'];
export type Seat = components['schemas']['Seat'];
export type Seated = components['schemas']['Seated'];
export type Series = components['schemas']['Series'];
export type Size = components['schemas']['Size'];
export type SliderStep = components['schemas']['SliderStep'];
export type Spoken = components['schemas']['Spoken'];
export type Spread = components['schemas']['Spread'];
export type Standings = components['schemas']['Standings'];
export type Statistic = components['schemas']['Statistic'];
export type StoredGame = components['schemas']['StoredGame'];
export type Swatch = components['schemas']['Swatch'];
export type Table = components['schemas']['Table'];
export type Template = components['schemas']['Template'];
export type Templates = components['schemas']['Templates'];
export type Term = components['schemas']['Term'];
export type Test = components['schemas']['Test'];
export type TextCheck = components['schemas']['TextCheck'];
export type TextDraft = components['schemas']['TextDraft'];
export type TextProblem = components['schemas']['TextProblem'];
export type ThinkQuery = components['schemas']['ThinkQuery'];
export type Thought = components['schemas']['Thought'];
export type Ticket = components['schemas']['Ticket'];
export type Tint = components['schemas']['Tint'];
export type Told = components['schemas']['Told'];
export type Tray = components['schemas']['Tray'];
export type UnusedClause = components['schemas']['UnusedClause'];
export type Update = components['schemas']['Update'];
export type Verdict = components['schemas']['Verdict'];
export type View = components['schemas']['View'];
export type WaitingRun = components['schemas']['WaitingRun'];
export type Weight = components['schemas']['Weight'];
export type Why = components['schemas']['Why'];
export type WinningLine = components['schemas']['WinningLine'];
export type WordsQuery = components['schemas']['WordsQuery'];
export type WordsThere = components['schemas']['WordsThere'];
export type Worker = components['schemas']['Worker'];
export type WorkerShare = components['schemas']['WorkerShare'];
export type Workers = components['schemas']['Workers'];
export type $defs = Record<string, never>;
export interface operations {
    agent: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
                /** @description The agent's text, or an opponent's name. */
                agent: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnownAgent"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    analyse: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
                /** @description The position it began from; the game's start if absent. */
                p?: string;
                /** @description The moves, separated by spaces. */
                m?: string;
                /** @description How many of the moves to show; all if absent. */
                ply?: number;
                /** @description How many lines. */
                lines?: number;
                /** @description How many positions to look at. */
                nodes?: number;
                /** @description The only moves to look at, separated by spaces. */
                only?: string;
                /** @description Whose evaluator judges, an agent's text or name; our own choice if absent. */
                agent?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["Update"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    board_png: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
                /** @description The position it began from; the game's start if absent. */
                p?: string;
                /** @description The moves, separated by spaces. */
                m?: string;
                /** @description How many of the moves to show; all if absent. */
                ply?: number;
                /** @description The second player sits at the bottom. */
                flip?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": number[];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    board_svg: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
                /** @description The position it began from; the game's start if absent. */
                p?: string;
                /** @description The moves, separated by spaces. */
                m?: string;
                /** @description How many of the moves to show; all if absent. */
                ply?: number;
                /** @description The second player sits at the bottom. */
                flip?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    calibration: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
                /** @description Who values positions; our own choice if absent. */
                agent?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reliability"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    card: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameCard"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    experience: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Levels"];
                };
            };
        };
    };
    experiments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiments"];
                };
            };
        };
    };
    game: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the run's name */
                run: string;
                /** @description the game's number */
                index: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredGame"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    rethink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the run's name */
                run: string;
                /** @description the game's number */
                index: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["RethinkEvent"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    games: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Games"];
                };
            };
        };
    };
    templates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Templates"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GameText"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextCheck"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    draft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GameText"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextDraft"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    open: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GameText"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedGame"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    words: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WordsQuery"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WordsThere"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    lab: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
                /** @description Another game to compare it with. */
                vs?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lab"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    measure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeasureQuery"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Begun"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    keep: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeptLine"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LineName"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    line: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the line's name */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptLine"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    live: {
        parameters: {
            query?: {
                /** @description `1` to hear of all runs. */
                runs?: string;
                /** @description Runs to hear more of, separated by commas. */
                run?: string;
                /** @description The number of the next point of the curves of each of these, separated by commas, where earlier ones are known. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["News"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    manual: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManualContents"];
                };
            };
        };
    };
    manual_search: {
        parameters: {
            query: {
                /** @description Words, all of which must be there. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManualHits"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    manual_page: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The page's path, such as `concepts`. */
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManualPage"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    move_now: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Ticket"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Told"];
                };
            };
        };
    };
    opponents: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Opponents"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    people: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGame"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Kept"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    review: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
                /** @description The position it began from; the game's start if absent. */
                p?: string;
                /** @description The moves, separated by spaces. */
                m?: string;
                /** @description How many of the moves to show; all if absent. */
                ply?: number;
                /** @description How many positions to look at for each ply. */
                nodes?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["PlyReview"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    runs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Runs"];
                };
            };
        };
    };
    start: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRunQuery"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Begun"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description its number */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cancelled"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the run's name */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    figure: {
        parameters: {
            query?: {
                /** @description `dark` for a dark page. */
                theme?: string;
            };
            header?: never;
            path: {
                /** @description the run's name */
                name: string;
                /** @description the figure's name with .svg, .png or .csv */
                figure: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    games_of_run: {
        parameters: {
            query?: {
                /** @description One of a pair, by name. */
                first?: string;
                /** @description The other. */
                second?: string;
                /** @description Those after this number. */
                after?: number;
                /** @description So many at most. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description the run's name */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameList"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the run's name */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the run's name */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Begun"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    stop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the run's name */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRow"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    scene: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
                /** @description The position it began from; the game's start if absent. */
                p?: string;
                /** @description The moves, separated by spaces. */
                m?: string;
                /** @description How many of the moves to show; all if absent. */
                ply?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scene"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    palette: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Palette"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    arrange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArrangeQuery"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Arranged"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    think: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThinkQuery"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thought"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    why: {
        parameters: {
            query: {
                /** @description The game's id. */
                game: string;
                /** @description The position it began from; the game's start if absent. */
                p?: string;
                /** @description The moves, separated by spaces. */
                m?: string;
                /** @description How many of the moves to show; all if absent. */
                ply?: number;
                /** @description The evaluator; the game's best if absent. */
                eval?: string;
                /** @description Without an evaluator: whose it shall be, an agent's text or name. */
                agent?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Why"];
                };
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
}
